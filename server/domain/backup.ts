import { z } from 'zod';
import { textSchema } from './text.ts';

/** How often the program makes a backup by itself. */
export const backupScheduleSchema = z.enum(['daily', 'weekly', 'off']);
export type BackupSchedule = z.infer<typeof backupScheduleSchema>;

/** Folder that backups go to, an absolute path; empty for `backups` in the data folder. */
export const backupFolderSchema = textSchema(1000).refine(
  (path) => path === '' || path.startsWith('/') || /^[a-z]:[\\/]/i.test(path) || path.startsWith('\\\\'),
  { message: 'must be a whole path, from the top of the disk' },
);

/** Why there is a backup: somebody asked for it, the schedule made it, or an update of the data did. */
export const BACKUP_KINDS = ['manual', 'scheduled', 'before_update'] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];

const ARCHIVE = /^commonplace-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z-(manual|scheduled)\.zip$/;
/** What is copied before the data are brought to a new schema: a folder, put back by the program itself. */
const FOLDER = /^before-schema-\d+-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z$/;

/** What the name of a backup says; undefined for a name that is none. `at`: RFC 3339. */
export function parseBackupName(name: string): { at: string; kind: BackupKind } | undefined {
  const [, date, hour, minute, second, kind] = ARCHIVE.exec(name) ?? FOLDER.exec(name) ?? [];
  const at = `${date}T${hour}:${minute}:${second}.000Z`;
  if (date === undefined || Number.isNaN(Date.parse(at))) return undefined;
  return { at, kind: kind === 'manual' || kind === 'scheduled' ? kind : 'before_update' };
}

/** @param at milliseconds since 1970 */
export function backupName(at: number, kind: 'manual' | 'scheduled'): string {
  return `commonplace-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z-${kind}.zip`;
}

const DAY_MS = 86_400_000;
const INTERVAL_MS: Record<Exclude<BackupSchedule, 'off'>, number> = { daily: DAY_MS, weekly: 7 * DAY_MS };

/**
 * When the schedule wants the next backup, in milliseconds since 1970; a time in the past means now, null never. One
 * that somebody asked for counts too, one from the future (a clock that was wrong) does not.
 *
 * @param taken when each backup was taken, milliseconds since 1970
 */
export function nextBackupAt(schedule: BackupSchedule, taken: readonly number[], now: number): number | null {
  if (schedule === 'off') return null;
  const last = Math.max(...taken.filter((at) => at <= now), -Infinity);
  return last === -Infinity ? now : last + INTERVAL_MS[schedule];
}

export interface Retention {
  daily: number;
  weekly: number;
}

interface Scheduled {
  name: string;
  /** RFC 3339. */
  at: string;
}

/**
 * Names of scheduled backups that are no longer kept: the last one of each of the newest days and weeks stays. Days and
 * weeks without one do not count, so that a computer that was off for a month keeps what it has.
 */
export function backupsToDrop(backups: readonly Scheduled[], { daily, weekly }: Retention): string[] {
  const newestFirst = backups.toSorted((a, b) => (a.at < b.at ? 1 : -1));
  const kept = new Set([
    ...lastOfEach(newestFirst, dayOf, daily),
    ...lastOfEach(newestFirst, weekOf, weekly),
  ]);
  return newestFirst.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
}

function lastOfEach(
  newestFirst: readonly Scheduled[],
  periodOf: (at: string) => string,
  most: number,
): string[] {
  const periods = new Map<string, string>();
  for (const { name, at } of newestFirst) {
    const period = periodOf(at);
    if (!periods.has(period) && periods.size < most) periods.set(period, name);
  }
  return [...periods.values()];
}

const dayOf = (at: string) => at.slice(0, 10);

/** Weeks from Monday on, in UTC. */
function weekOf(at: string): string {
  const monday = Math.floor((Date.parse(at) / DAY_MS + 3) / 7);
  return String(monday);
}
