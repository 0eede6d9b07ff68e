import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../test/builders/workspace.ts';
import { noBackups } from '../test/fakes/no-backups.ts';
import type { Backup, BackupJob, Backups } from './backup-ports.ts';
import { startBackupSchedule, type BackupSchedule } from './backup-schedule.ts';
import { backupName, backupsToDrop } from './domain/backup.ts';
import type { FirstRun } from './domain/first-run.ts';
import { PATIENCE } from '../test/patience.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Backups that take no time, and fail while `isBroken`. */
function instantBackups({ clock }: TestWorkspace['services']) {
  let taken: Backup[] = [];
  let job: BackupJob | null = null;
  const state = { isBroken: false };
  const backups: Backups = {
    ...noBackups,
    get job() {
      return job;
    },
    list: async () => taken,
    async start({ kind }) {
      job = { ...(await noBackups.start({ kind })), state: state.isBroken ? 'failed' : 'done' };
      const at = new Date(clock.now()).toISOString();
      if (!state.isBroken) taken = [{ name: backupName(clock.now(), kind), at, kind, size: 1 }, ...taken];
      return job;
    },
    async dropOld(keep) {
      const old = new Set(backupsToDrop(taken, keep));
      taken = taken.filter(({ name }) => !old.has(name));
    },
  };
  return { backups, state, days: () => taken.map(({ at }) => at.slice(0, 10)).toReversed() };
}

/** Security X13: "7 daily, 4 weekly". The clock stands still until a test moves it, on 1 March 2026 at nine. */
describe('the schedule of the backups', () => {
  let workspace: TestWorkspace;
  let made: ReturnType<typeof instantBackups>;
  let schedule: BackupSchedule;
  beforeEach(() => {
    vi.useFakeTimers();
    workspace = buildWorkspace();
    made = instantBackups(workspace.services);
    workspace.services.backups = made.backups;
    schedule = startBackupSchedule(workspace.services);
  });
  afterEach(async () => {
    await schedule.stop();
    vi.useRealTimers();
  });

  async function pass(milliseconds: number): Promise<void> {
    workspace.clock.advance(milliseconds);
    await schedule.look();
  }

  it('makes the first one, and then one a day, however often it looks', async () => {
    await pass(0);
    for (let hours = 0; hours < 72; hours += 1) await pass(HOUR);
    expect(made.days()).toEqual(['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']);
  });

  it('makes the first one as soon as somebody switches it on, not at its next look', async () => {
    const set = (value: 'daily' | 'off') => {
      const tx = workspace.store.begin();
      tx.settings.put({ id: 'workspace', values: { backup_schedule: value } });
      return tx.commit();
    };
    await set('off');
    await pass(0);
    expect(made.days()).toEqual([]);
    await set('daily');
    await vi.waitFor(() => expect(made.days()).toEqual(['2026-03-01']), PATIENCE);
  });

  it('makes the first one as soon as the owner of a new workspace goes past the step that speaks of it', async () => {
    const settle = (settled: FirstRun['settled']) => {
      const tx = workspace.store.begin();
      tx.settings.put({ id: 'workspace', values: {}, first_run: { settled, is_over: false } });
      return tx.commit();
    };
    await settle({ sample: 'done', backup: 'skipped' });
    await vi.advanceTimersByTimeAsync(1);
    expect(made.days()).toEqual([]);
    await settle({ sample: 'done', backup: 'done' });
    await vi.waitFor(() => expect(made.days()).toEqual(['2026-03-01']), PATIENCE);
  });

  it('makes it in the program’s name, as the audit log says', async () => {
    await pass(0);
    const [entry] = await workspace.store.audit({ limit: 1 });
    expect(entry).toMatchObject({ action: 'backup.create', user_id: null, via: 'system', result: 'ok' });
    expect(entry?.target?.id).toMatch(/\.zip$/);
  });

  it('catches up once after a sleep of a week, by itself', async () => {
    await pass(0);
    workspace.clock.advance(7 * DAY);
    await vi.advanceTimersByTimeAsync(600_000);
    await schedule.look();
    expect(made.days()).toEqual(['2026-03-01', '2026-03-08']);
  });

  it('makes one a week when the owner wants that, and none when they want none', async () => {
    workspace.set({ backup_schedule: 'weekly' });
    for (let day = 0; day < 15; day += 1) await pass(DAY);
    expect(made.days()).toEqual(['2026-03-02', '2026-03-09', '2026-03-16']);
    workspace.set({ backup_schedule: 'off' });
    await pass(30 * DAY);
    expect(made.days()).toHaveLength(3);
  });

  it('keeps as many as the settings say', async () => {
    workspace.set({ backup_keep_daily: 2, backup_keep_weekly: 0 });
    for (let day = 0; day < 5; day += 1) await pass(DAY);
    expect(made.days()).toEqual(['2026-03-05', '2026-03-06']);
  });

  it('tries again an hour after a failure, and not before', async () => {
    made.state.isBroken = true;
    await pass(0);
    made.state.isBroken = false;
    await pass(HOUR - 1);
    expect(made.days()).toEqual([]);
    await pass(1);
    expect(made.days()).toEqual(['2026-03-01']);
  });

  it('deletes no backup when a new one could not be made', async () => {
    for (let day = 0; day < 3; day += 1) await pass(DAY);
    workspace.set({ backup_keep_daily: 1, backup_keep_weekly: 0 });
    made.state.isBroken = true;
    await pass(DAY);
    expect(made.days()).toHaveLength(3);
  });

  it('rests after it was stopped', async () => {
    await schedule.stop();
    await pass(DAY);
    expect(made.days()).toEqual([]);
  });
});
