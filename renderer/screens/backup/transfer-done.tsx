import { Alert, List, Stack, Text } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { Snippet } from '../../components/snippet.tsx';
import { PublishDrafts } from './publish-drafts.tsx';
import { doneTitle, leftOut, setApart, type TransferJob } from './transfer-words.ts';

const SHOWN = 10;

/** What an import or export has done: what came through, what did not and why, and what else there is to know. */
export function TransferDone({ job }: { job: TransferJob }) {
  const { kind, through, path, skipped, remarks } = job;
  const isFile = kind === 'export' && through === 'computer';
  const out = leftOut(skipped);
  return (
    <Alert maw={560} color="ledger" variant="light" icon={<CircleCheck aria-hidden />} title={doneTitle(job)}>
      <Stack gap="sm">
        {isFile ? (
          <Snippet title="Archive" text={path} />
        ) : (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {kind === 'import' ? `From ${path}.` : path}
          </Text>
        )}
        {setApart(job).map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
        {kind === 'import' && <PublishDrafts jobId={job.id} />}
        {out && <Listed title={out.title} lines={out.lines} />}
        {remarks.length > 0 && <Listed title="Good to know:" lines={remarks} />}
      </Stack>
    </Alert>
  );
}

function Listed({ title, lines: given }: { title: string; lines: readonly string[] }) {
  const lines = [...new Set(given)];
  return (
    <Stack gap={4}>
      <Text size="sm">{title}</Text>
      <List size="sm">
        {lines.slice(0, SHOWN).map((line) => (
          <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
            {line}
          </List.Item>
        ))}
      </List>
      {lines.length > SHOWN && <Text size="sm">… and {lines.length - SHOWN} more.</Text>}
    </Stack>
  );
}
