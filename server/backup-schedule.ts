import { nextBackupAt } from './domain/backup.ts';
import { DEFAULT_SETTINGS, type SettingsRecord } from './domain/settings.ts';
import { systemActor } from './identity/desk-actor.ts';
import type { Services } from './operations/define.ts';
import { loadSettings, perform } from './operations/perform.ts';
import type { AppliedChange } from './ports.ts';

/** A start has better things to do. */
const FIRST_MS = 120_000;
/** A computer that slept is behind by the wall clock, which no timer knows: so it is looked at now and then. */
const EVERY_MS = 600_000;
/** After a failure, such as a disk that is not connected, the next try is this far off. */
const RETRY_MS = 3_600_000;

export interface BackupSchedule {
  /** Looks whether a backup is due, and makes it; resolves when that is done. Called by itself every ten minutes. */
  look(): Promise<void>;
  /** Ends it; a backup that runs is ended by whoever closes the backups. */
  stop(): Promise<void>;
}

/** Makes backups as the settings say, catches up after sleep, and drops those that are no longer kept (security X13). */
export function startBackupSchedule(services: Services): BackupSchedule {
  const { backups, store, clock, log } = services;
  let running = Promise.resolve();
  let isStopped = false;
  let notBefore = -Infinity;

  async function isDue(): Promise<boolean> {
    const { backup_schedule: schedule } = loadSettings(store.tables);
    if (schedule === 'off' || store.readOnlyReason !== null || clock.monotonic() < notBefore) return false;
    const taken = (await backups.list())
      .filter(({ kind }) => kind !== 'before_update')
      .map(({ at }) => Date.parse(at));
    const next = nextBackupAt(schedule, taken, clock.now());
    return next !== null && next <= clock.now();
  }

  async function look(): Promise<void> {
    if (isStopped || backups.job?.state === 'running') return;
    try {
      if (!(await isDue())) return;
      // Loaded when it is due: a start has no use for it.
      const { createBackup } = await import('./operations/backup/create.ts');
      await perform(services, createBackup, systemActor(''), {});
      await backups.idle();
      if (backups.job?.state !== 'done') throw new Error(backups.job?.problem?.message ?? 'It did not run.');
      const { backup_keep_daily: daily, backup_keep_weekly: weekly } = loadSettings(store.tables);
      await backups.dropOld({ daily, weekly });
    } catch (error) {
      notBefore = clock.monotonic() + RETRY_MS;
      if (!isStopped)
        log.warn({ err: error }, 'The scheduled backup was not made; it is tried again in an hour');
    }
  }

  const inTurn = () => {
    running = running.then(look);
    return running;
  };
  // Whoever has just said that there shall be backups is not told for minutes that there is none.
  store.onApplied((changes) => {
    if (changes.some(asksForBackups)) void inTurn();
  });
  const first = setTimeout(() => void inTurn(), FIRST_MS).unref();
  const timer = setInterval(() => void inTurn(), EVERY_MS).unref();
  return {
    look: inTurn,
    stop() {
      isStopped = true;
      clearTimeout(first);
      clearInterval(timer);
      return running;
    },
  };
}

/** Whether somebody has switched the schedule on, or left it on in the first run. */
function asksForBackups(change: AppliedChange): boolean {
  if (change.collection !== 'settings') return false;
  const { before, after } = change;
  return (isOn(after) && !isOn(before)) || (isAgreed(after) && !isAgreed(before));
}

const isOn = (record: SettingsRecord | undefined) =>
  (record?.values.backup_schedule ?? DEFAULT_SETTINGS.backup_schedule) !== 'off';
const isAgreed = (record: SettingsRecord | undefined) => record?.first_run?.settled.backup === 'done';
