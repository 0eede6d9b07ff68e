import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../../client/operations.ts';
import { publishedWords, publishWords } from './publish-words.ts';
import { usePublishing, type Published } from './use-publishing.ts';

const SHOWN = 10;

/** Publishes what an import brought in as drafts: page by page, each with its own entry in the audit log. */
export function PublishDrafts({ jobId }: { jobId: string }) {
  const drafts = useOperation('markdown_files.drafts', { job_id: jobId });
  const [outcome, setOutcome] = useState<Published | null>(null);
  const publishing = usePublishing(setOutcome);
  const items = drafts.data?.items ?? [];
  const { progress } = publishing;
  return (
    <>
      {outcome && <Outcome of={outcome} />}
      {progress && (
        <Group gap="sm">
          <Text size="sm" component="output">
            Publishing… {progress.done.toLocaleString('en')} of {progress.total.toLocaleString('en')}
          </Text>
          <Button size="xs" variant="default" onClick={publishing.stop}>
            Stop
          </Button>
        </Group>
      )}
      {!progress && items.length > 0 && (
        <Stack gap="xs" align="flex-start">
          {!outcome && (
            <Text size="sm">
              {items.length === 1 ? 'It is a draft' : 'They are drafts'}: others see{' '}
              {items.length === 1 ? 'it' : 'them'} once published.
            </Text>
          )}
          <Button size="xs" onClick={() => publishing.start(items)}>
            {publishWords(items.length, outcome !== null)}
          </Button>
        </Stack>
      )}
    </>
  );
}

function Outcome({ of: outcome }: { of: Published }) {
  const { refused } = outcome;
  return (
    <Stack gap={4} aria-live="polite">
      {publishedWords(outcome).map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
      {refused.length > 0 && (
        <List size="sm">
          {refused.slice(0, SHOWN).map(({ id, title, reason }) => (
            <List.Item key={id} style={{ overflowWrap: 'anywhere' }}>
              {title}: {reason}
            </List.Item>
          ))}
        </List>
      )}
      {refused.length > SHOWN && <Text size="sm">… and {refused.length - SHOWN} more.</Text>}
    </Stack>
  );
}
