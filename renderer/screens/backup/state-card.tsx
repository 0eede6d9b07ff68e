import { Alert, Card, Group, Progress, Stack, Text } from '@mantine/core';
import { CircleCheck, CircleX, Clock, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { sizeWords } from '../../components/amounts.ts';
import { useNow } from '../../components/now.ts';
import { Snippet } from '../../components/snippet.tsx';
import { When } from '../../components/when.tsx';
import { firstBackupWords, isDue, jobWords, percentOf, type BackupJob, type BackupStatus } from './words.ts';

/** The last backup with its light, and the work that runs or ran last. */
export function StateCard({ status }: { status: BackupStatus }) {
  return (
    <Stack gap="md">
      <Card withBorder padding="lg">
        <Stack gap="md">
          <LastBackup status={status} />
          {status.job?.state === 'running' && <Running job={status.job} />}
        </Stack>
      </Card>
      {status.job !== null && <Outcome job={status.job} />}
    </Stack>
  );
}

function LastBackup({ status }: { status: BackupStatus }) {
  const { last, next_at: next, is_late: isLate, problem } = status;
  if (problem !== null) {
    return (
      <State icon={CircleX} color="var(--mantine-color-red-text)" title="The backups cannot be reached">
        {problem}
      </State>
    );
  }
  if (last === null) return <FirstBackup status={status} />;
  const nextWords = next === null ? 'No backup is made by itself.' : <Next at={next} />;
  const size = last.size === null ? '' : ` · ${sizeWords(last.size)}`;
  return (
    <State
      icon={isLate ? TriangleAlert : CircleCheck}
      color={isLate ? 'var(--mantine-color-yellow-text)' : 'var(--mantine-color-ledger-text)'}
      title={
        <>
          Last backup <When at={last.at} />
          {size}
        </>
      }
    >
      {isLate ? 'The schedule is behind: back up now.' : nextWords}
    </State>
  );
}

function FirstBackup({ status }: { status: BackupStatus }) {
  const { title, detail, isOnItsWay } = firstBackupWords(status, useNow());
  return (
    <State
      icon={isOnItsWay ? Clock : TriangleAlert}
      color={isOnItsWay ? 'var(--mantine-color-dimmed)' : 'var(--mantine-color-yellow-text)'}
      title={title}
    >
      {detail}
    </State>
  );
}

function Next({ at }: { at: string }) {
  const now = useNow();
  return isDue(at, now) ? (
    <>The schedule makes the next one within minutes.</>
  ) : (
    <>
      The schedule makes the next one <When at={at} />.
    </>
  );
}

/** A light, what it stands for, and a line more. */
export function State({
  icon: Icon,
  color,
  title,
  children,
}: {
  icon: LucideIcon;
  color: string;
  title: ReactNode;
  children: ReactNode;
}) {
  return (
    <Group wrap="nowrap" gap="md">
      <Icon size={28} color={color} aria-hidden style={{ flex: 'none' }} />
      <Stack gap={2}>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {children}
        </Text>
      </Stack>
    </Group>
  );
}

function Running({ job }: { job: BackupJob }) {
  const percent = percentOf(job);
  return (
    <Stack gap={6} aria-live="polite">
      <Group justify="space-between">
        <Text size="sm">{jobWords(job)}</Text>
        <Text size="sm" c="dimmed">
          {percent} %
        </Text>
      </Group>
      <Progress value={percent} aria-label={jobWords(job)} />
    </Stack>
  );
}

/** What became of the last work: a backup that worked is in the list and says nothing more. */
function Outcome({ job: { kind, state, problem, folder, archive } }: { job: BackupJob }) {
  if (state === 'failed') {
    const title = kind === 'backup' ? 'The last backup has failed' : 'The restore has failed';
    return (
      <Alert color="red" variant="light" icon={<CircleX aria-hidden />} title={title} role="alert">
        {problem?.message} {problem?.hint}
      </Alert>
    );
  }
  if (state === 'running' || kind === 'backup' || folder === null) return null;
  return (
    <Alert color="ledger" variant="light" icon={<CircleCheck aria-hidden />} title="The backup is restored">
      <Stack gap="sm">
        <Text size="sm">
          The workspace of that moment lies in a new folder. This one goes on as it is. To look into the
          other, stop Commonplace and start it with this option:
        </Text>
        <Snippet title="Option" text={`--data "${folder}"`} />
        <Text size="sm" c="dimmed">
          Made of {archive}. What was revoked or removed since is valid again there: look through its tokens,
          apps and people. Keys of the embeddings provider and of the tunnel are to be entered again.
        </Text>
      </Stack>
    </Alert>
  );
}
