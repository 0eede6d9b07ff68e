import { hash } from 'node:crypto';
import { z } from 'zod';
import { textSchema } from './text.ts';

/** How often the program makes a backup by itself. */
export const backupScheduleSchema = z.enum(['daily', 'weekly', 'off']);
export type BackupSchedule = z.infer<typeof backupScheduleSchema>;

/** Folder that the owner has chosen, an absolute path; empty for none. */
export const chosenFolderSchema = textSchema(1000).refine(
  (path) => path === '' || path.startsWith('/') || /^[a-z]:[\\/]/i.test(path) || path.startsWith('\\\\'),
  { message: 'must be a whole path, from the top of the disk' },
);

/** Why there is a backup: somebody asked for it, the schedule made it, or an update of the data did. */
export const BACKUP_KINDS = ['manual', 'scheduled', 'before_update'] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];

const ARCHIVE =
  /^commonplace-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z-(manual|scheduled)(?:-([0-9a-f]{8}))?\.zip$/;
/** What is copied before the data are brought to a new schema: a folder, put back by the program itself. */
const FOLDER = /^before-schema-\d+-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z$/;

/** In the name of a folder that a restore of the app makes: between that of the data folder and the day. */
export const RESTORED_MARK = '-restored-';

export interface BackupFacts {
  /** RFC 3339. */
  at: string;
  kind: BackupKind;
  /** `workspaceMark` of the workspace that it is of; undefined where the name does not say. */
  mark: string | undefined;
}

/** What the name of a backup says; undefined for a name that is none. */
export function parseBackupName(name: string): BackupFacts | undefined {
  const archive = ARCHIVE.exec(name);
  const [, date, hour, minute, second, kind, mark] = archive ?? FOLDER.exec(name) ?? [];
  const at = `${date}T${hour}:${minute}:${second}.000Z`;
  if (date === undefined || Number.isNaN(Date.parse(at))) return undefined;
  if (kind === 'manual' || kind === 'scheduled') return { at, kind, mark };
  return { at, kind: 'before_update', mark: undefined };
}

/**
 * @param at milliseconds since 1970
 * @param mark of the workspace, `workspaceMark`
 */
export function backupName(at: number, kind: 'manual' | 'scheduled', mark?: string): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-');
  return `commonplace-${time}Z-${kind}${mark === undefined ? '' : `-${mark}`}.zip`;
}

/** Tells workspaces apart whose backups go to the same folder, so that none of them drops or counts another's. */
export function workspaceMark(instanceId: string): string {
  return hash('sha256', instanceId).slice(0, 8);
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
