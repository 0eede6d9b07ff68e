import { Alert, Button, Card, Group, List, Progress, Stack, Text } from '@mantine/core';
import { CircleCheck, CircleSlash, CircleX } from 'lucide-react';
import { useAction } from '../../client/operations.ts';
import { Snippet } from '../../components/snippet.tsx';
import { announceFailure } from '../../feedback/announce.ts';
import {
  came,
  cameBefore,
  cancelledWords,
  runningDetail,
  runningPercent,
  runningTitle,
  type TransferJob,
} from './transfer-words.ts';
import { counted } from './words.ts';

const SHOWN = 10;

/** How far an import or export is, and what came of it. */
export function TransferState({ job }: { job: TransferJob }) {
  const isImport = job.kind === 'import';
  switch (job.state) {
    case 'running':
      return <Running job={job} />;
    case 'failed': {
      const title = isImport ? 'The import has failed' : 'The export has failed';
      return (
        <Alert
          maw={560}
          color="red"
          variant="light"
          icon={<CircleX aria-hidden />}
          title={title}
          role="alert"
        >
          {job.problem?.message} {job.problem?.hint} {cameBefore(job)}
        </Alert>
      );
    }
    case 'cancelled': {
      const title = isImport ? 'The import was cancelled' : 'The export was cancelled';
      return (
        <Alert maw={560} color="gray" variant="light" icon={<CircleSlash aria-hidden />} title={title}>
          {cancelledWords(job)}
        </Alert>
      );
    }
    default:
      return <Done job={job} />;
  }
}

function Running({ job }: { job: TransferJob }) {
  const cancel = useAction('markdown_files.cancel');
  const title = runningTitle(job);
  const percent = runningPercent(job);
  return (
    <Card withBorder padding="md" maw={560}>
      <Stack gap={8}>
        <Group justify="space-between" gap="sm">
          <Text size="sm" aria-live="polite">
            {title}
          </Text>
          <Group gap="sm">
            <Text size="sm" c="dimmed">
              {runningDetail(job)}
            </Text>
            <Text size="sm" c="dimmed" miw={40} ta="right">
              {percent} %
            </Text>
          </Group>
        </Group>
        <Progress value={percent} aria-label={title} />
        <Group justify="flex-end">
          <Button
            size="xs"
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ job_id: job.id }, { onError: announceFailure })}
          >
            Cancel
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

function Done({ job }: { job: TransferJob }) {
  const { kind, through, path, existing, queued, skipped, remarks } = job;
  const isFile = kind === 'export' && through === 'computer';
  const did = kind === 'import' ? 'Imported' : isFile ? 'Exported' : 'Downloaded';
  return (
    <Alert
      maw={560}
      color="ledger"
      variant="light"
      icon={<CircleCheck aria-hidden />}
      title={`${did} ${came(job)}`}
    >
      <Stack gap="sm">
        {isFile ? (
          <Snippet title="Archive" text={path} />
        ) : (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {kind === 'import' ? `From ${path}.` : path}
          </Text>
        )}
        {existing > 0 && <Text size="sm">{counted(existing, 'page')} there already, left alone.</Text>}
        {queued > 0 && <Text size="sm">{counted(queued, 'page')} waiting for review.</Text>}
        {skipped.length > 0 && (
          <Listed title="Left out:" lines={skipped.map((one) => `${one.path}: ${one.reason}`)} />
        )}
        {remarks.length > 0 && <Listed title="To know:" lines={remarks} />}
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
