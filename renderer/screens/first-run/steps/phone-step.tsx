import { Button, Group, Stack, Text } from '@mantine/core';
import { Smartphone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useOperation } from '../../../client/operations.ts';
import { isOfThisComputer, NotForPhones } from '../../../components/not-for-phones.tsx';
import { Snippet } from '../../../components/snippet.tsx';
import { Section } from '../../../components/section.tsx';
import { Loaded } from '../../../feedback/loaded.tsx';
import { FIRST_PROMPT } from '../../connect/connect.tsx';

const PhoneUpload = lazy(async () => ({
  default: (await import('../../../writing/editing/phone-upload.tsx')).PhoneUpload,
}));

/** Something to ask the assistant, and a picture from the phone. */
export function PhoneStep() {
  return (
    <Stack gap="xl">
      <Section title="Ask your assistant" description="Paste this into a new chat and watch the page appear.">
        <Snippet title="First prompt" text={FIRST_PROMPT} />
      </Section>
      <Section
        title="Send a picture from your phone"
        description="Point its camera at a code; the picture lands on a page, without signing in."
      >
        <PictureTrial />
      </Section>
    </Stack>
  );
}

function PictureTrial() {
  const newest = useOperation('documents.list', { limit: 1 });
  const address = useOperation('workspace.address', {});
  const [isShown, setShown] = useState(false);
  return (
    <Loaded query={newest}>
      {({ items: [page] }) =>
        page === undefined ? (
          <Text c="dimmed">
            There is no page yet that a picture could go to. Write one, or add the sample pages.
          </Text>
        ) : address.data && isOfThisComputer(address.data.url) ? (
          <NotForPhones />
        ) : (
          <Stack gap="sm">
            {address.data?.is_public === false && (
              <Text size="sm" c="dimmed">
                Your phone reaches this computer in your own network only.
              </Text>
            )}
            <Group>
              <Button
                variant="light"
                leftSection={<Smartphone size={16} aria-hidden />}
                onClick={() => setShown(true)}
              >
                Send a picture to “{page.title}”
              </Button>
            </Group>
            {isShown && (
              <Suspense fallback={null}>
                <PhoneUpload documentId={page.id} onClose={() => setShown(false)} />
              </Suspense>
            )}
          </Stack>
        )
      }
    </Loaded>
  );
}
