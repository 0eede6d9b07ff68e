import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useAction, useOperation } from '../../client/operations.ts';
import { Section } from '../../components/section.tsx';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { Loaded } from '../../feedback/loaded.tsx';
import { indexShare, indexWords } from './index-words.ts';
import { FieldCard } from './field-card.tsx';

/** How far an index is tells nobody by itself. */
const ASK_EVERY_MS = 500;

type Status = OutputOf<'search.status'>;

/** The search index: how far it is, and building it anew. */
export function SearchGroup() {
  const rebuild = useAction('search.rebuild');
  const status = useOperation(
    'search.status',
    {},
    rebuild.isPending ? { refetchInterval: ASK_EVERY_MS } : {},
  );
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
  isRebuilding: boolean;
  onRebuild: () => void;
}) {
  const isBuilding = isRebuilding || status.state === 'building';
  return (
    <Stack gap="sm">
      <Text component="output" size="sm">
        {isRebuilding ? 'Building the index anew. Searches are answered meanwhile.' : indexWords(status)}
      </Text>
      {isBuilding && (
        <Progress
          value={isRebuilding ? 100 : indexShare(status)}
          striped={isRebuilding}
          animated
          aria-label="Building the search index"
        />
      )}
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
