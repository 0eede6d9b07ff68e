import { Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { MarkdownView } from '../../reading/markdown-view.tsx';
import { blockChanges, type BlockRun } from './block-changes.ts';
import classes from './rendered-diff.module.css';

const WORDS = { kept: null, removed: 'Removed', added: 'Added' };

/** What changes from one text to the other, as readers see it: blocks that go, and blocks that come. */
export function RenderedDiff({
  before,
  after,
  documentId,
}: {
  before: string;
  after: string;
  documentId: string;
}) {
  const runs = useMemo(() => blockChanges(before, after), [before, after]);
  if (runs.length === 0) return <Text c="dimmed">The text stays as it is.</Text>;
  return (
    <Stack gap={0} className={classes['frame'] ?? ''}>
      {runs.map((run, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- runs have no other identity and never move
        <Run key={index} run={run} documentId={documentId} />
      ))}
    </Stack>
  );
}

function Run({ run, documentId }: { run: BlockRun; documentId: string }) {
  if (run.kind === 'skipped')
    return (
      <Text className={classes['skipped'] ?? ''} size="xs" c="dimmed" ta="center">
        {run.count === 1 ? 'One more block' : `${run.count} more blocks`}
      </Text>
    );
  const word = WORDS[run.kind];
  return (
    <div className={classes[run.kind] ?? ''}>
      {word !== null && <VisuallyHidden>{word}:</VisuallyHidden>}
      <MarkdownView content={run.markdown} documentId={documentId} />
    </div>
  );
}
