import { Alert, Card, Group, List, Progress, Stack, Text } from '@mantine/core';
import { CircleCheck, CircleX } from 'lucide-react';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { Snippet } from '../../components/snippet.tsx';

type Job = NonNullable<OutputOf<'markdown_files.status'>['job']>;

const SHOWN = 10;

/** How far an import or export is, and what came of it. */
export function TransferState({ job }: { job: Job }) {
  if (job.state === 'running') return <Running job={job} />;
  if (job.state === 'failed') {
    const title = job.kind === 'import' ? 'The import has failed' : 'The export has failed';
    return (
      <Alert color="red" variant="light" icon={<CircleX aria-hidden />} title={title} role="alert">
        {job.problem?.message} {job.problem?.hint}
      </Alert>
    );
  }
  return <Done job={job} />;
}

function Running({ job: { kind, done, total } }: { job: Job }) {
  const percent = total === 0 ? 0 : Math.round((done / total) * 100);
  const words = kind === 'import' ? 'Importing…' : 'Exporting…';
  return (
    <Card withBorder padding="md">
      <Stack gap={6} aria-live="polite">
        <Group justify="space-between">
          <Text size="sm">{words}</Text>
          <Text size="sm" c="dimmed">
            {percent} %
          </Text>
        </Group>
        <Progress value={percent} aria-label={words} />
      </Stack>
    </Card>
  );
}

function Done({ job }: { job: Job }) {
  const { kind, path, pages, images, skipped, existing, queued } = job;
  const came = `${counted(pages, 'page')} and ${counted(images, 'picture')}`;
  return (
    <Alert
      color="ledger"
      variant="light"
      icon={<CircleCheck aria-hidden />}
      title={kind === 'import' ? `Imported ${came}` : `Exported ${came}`}
    >
      <Stack gap="sm">
        {kind === 'export' && <Snippet title="Archive" text={path} />}
        {existing > 0 && <Text size="sm">{counted(existing, 'page')} there already, left alone.</Text>}
        {queued > 0 && <Text size="sm">{counted(queued, 'page')} waiting for review.</Text>}
        {skipped.length > 0 && (
          <Stack gap={4}>
            <Text size="sm">Left out:</Text>
            <List size="sm">
              {skipped.slice(0, SHOWN).map((one) => (
                <List.Item key={one.path} style={{ overflowWrap: 'anywhere' }}>
                  {one.path}: {one.reason}
                </List.Item>
              ))}
            </List>
            {skipped.length > SHOWN && <Text size="sm">… and {skipped.length - SHOWN} more.</Text>}
          </Stack>
        )}
      </Stack>
    </Alert>
  );
}

function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}
