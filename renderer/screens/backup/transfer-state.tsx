import { Alert, Button, Card, Group, Progress, Stack, Text } from '@mantine/core';
import { CircleSlash, CircleX } from 'lucide-react';
import { useAction } from '../../client/operations.ts';
import { announceFailure } from '../../feedback/announce.ts';
import { TransferDone } from './transfer-done.tsx';
import {
  cameBefore,
  cancelledWords,
  runningDetail,
  runningPercent,
  runningTitle,
  type TransferJob,
} from './transfer-words.ts';

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
      return <TransferDone job={job} />;
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
