import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useAction, useOperation } from '../../client/operations.ts';
import { Section } from '../../components/section.tsx';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { Loaded } from '../../feedback/loaded.tsx';
import { indexShare, indexWords, rebuildShare, rebuildWords } from './index-words.ts';
import { FieldCard } from './field-card.tsx';

type Status = OutputOf<'search.status'>;

/** The search index: how far it is, and building it anew. Live changes tell how a building goes on. */
export function SearchGroup() {
  const rebuild = useAction('search.rebuild');
  const status = useOperation('search.status', {});
  const start = () =>
    rebuild.mutate(
      {},
      {
        onSuccess: ({ indexed }) => announceDone(`The search index is built anew, of ${indexed} pages.`),
        onError: announceFailure,
      },
    );
  return (
    <Section title="Search">
      <FieldCard>
        <Loaded query={status}>
          {(found) => <Index status={found} isRebuilding={rebuild.isPending} onRebuild={start} />}
        </Loaded>
      </FieldCard>
    </Section>
  );
}

function Index({
  status,
  isRebuilding,
  onRebuild,
}: {
  status: Status;
  /** Asked for on this page; others may have asked elsewhere. */
  isRebuilding: boolean;
  onRebuild: () => void;
}) {
  const isAnew = isRebuilding || (status.state !== 'building' && status.progress !== null);
  const isBuilding = isAnew || status.state === 'building';
  const percent = isAnew ? rebuildShare(status.progress) : indexShare(status);
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text component="output" size="sm">
          {isAnew ? rebuildWords(status.progress) : indexWords(status)}
        </Text>
        {isBuilding && (
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {percent} %
          </Text>
        )}
      </Group>
      {isBuilding && <Progress value={percent} aria-label="Building the search index" />}
      <Group>
        <Button
          size="xs"
          variant="default"
          onClick={onRebuild}
          disabled={isBuilding || status.state === 'off'}
          loading={isRebuilding}
        >
          Build the index anew
        </Button>
      </Group>
    </Stack>
  );
}
