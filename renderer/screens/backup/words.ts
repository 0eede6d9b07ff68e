import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { counted } from '../../components/amounts.ts';

export type Backup = OutputOf<'backup.list'>['items'][number];
export type BackupStatus = OutputOf<'backup.status'>;
export type BackupJob = NonNullable<BackupStatus['job']>;
export type Preview = OutputOf<'backup.preview'>;

const KINDS: Record<Backup['kind'], string> = {
  manual: 'Made by hand',
  scheduled: 'Made by the schedule',
  before_update: 'Made before an update',
};

export const kindWords = (kind: Backup['kind']) => KINDS[kind];

const DUE_MS = 60_000;

/** What is said while there is no backup: whether one is on its way, and when it comes. */
export function firstBackupWords(
  { job, next_at: nextAt }: Pick<BackupStatus, 'job' | 'next_at'>,
  now: number,
): { title: string; detail: string; isOnItsWay: boolean } {
  if (job?.kind === 'backup' && job.state === 'running')
    return { title: 'The first backup is being made', detail: 'It takes a moment.', isOnItsWay: true };
  if (job?.kind === 'backup' && job.state === 'failed')
    return { title: 'No backup yet', detail: 'The last try has failed.', isOnItsWay: false };
  if (nextAt === null)
    return { title: 'No backup yet', detail: 'None is made by itself.', isOnItsWay: false };
  const detail = isDue(nextAt, now)
    ? 'The first one is made within minutes.'
    : `The first one is made at ${new Date(nextAt).toLocaleTimeString(undefined, { timeStyle: 'short' })}.`;
  return { title: 'No backup yet', detail, isOnItsWay: true };
}

/** Whether the schedule is about to make a backup. */
export const isDue = (at: string, now: number): boolean => Date.parse(at) - now < DUE_MS;

/** What is in a backup, in one line. */
export function contentsWords({ documents, versions, attachments, people }: Preview['counts']): string {
  return [
    counted(documents, 'page'),
    counted(versions, 'version'),
    counted(attachments, 'picture'),
    counted(people, 'person', 'people'),
  ].join(', ');
}

/** How far a job is, 0 to 100: reading back what was written is the second half of a backup. */
export function percentOf({ kind, phase, files, total }: BackupJob): number {
  const part = total === 0 ? 0 : Math.min(1, files / total);
  if (kind === 'restore') return Math.round(part * 100);
  return Math.round((phase === 'copying' ? part : 1 + part) * 50);
}

export function jobWords({ kind, phase }: BackupJob): string {
  if (kind === 'restore') return 'Restoring…';
  return phase === 'copying' ? 'Copying…' : 'Checking the copy…';
}
