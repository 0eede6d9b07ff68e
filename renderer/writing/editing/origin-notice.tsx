import { Alert, Button, Group } from '@mantine/core';
import { Clock, History } from 'lucide-react';
import { useState } from 'react';
import { When } from '../../components/when.tsx';
import type { EditStart } from './start-editing.ts';

/** Says it when the text on screen is not simply the page as it is. */
export function OriginNotice({
  origin,
  isDirty,
  onDiscard,
}: {
  origin: EditStart['origin'];
  isDirty: boolean;
  onDiscard: () => void;
}) {
  const [isRead, setRead] = useState(false);
  if (isRead || origin.from === 'page' || (!isDirty && origin.from === 'device')) return null;
  const isReview = origin.from === 'review';
  return (
    <Alert
      variant="light"
      mx="md"
      mt="sm"
      icon={isReview ? <Clock aria-hidden /> : <History aria-hidden />}
      withCloseButton
      closeButtonLabel="Close"
      onClose={() => setRead(true)}
    >
      <Group justify="space-between" gap="sm">
        <span>
          {isReview ? (
            <>
              This is your change from <When at={origin.request.created_at} />, which waits for review. If you
              send it again, the newer one takes its place.
            </>
          ) : (
            <>
              Your unsaved changes from <When at={origin.at} /> are back.
            </>
          )}
        </span>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            onDiscard();
            setRead(true);
          }}
        >
          {isReview ? 'Start from the published text' : 'Discard them'}
        </Button>
      </Group>
    </Alert>
  );
}
