import { describe, expect, it } from 'vitest';
import {
  chosenFolderSchema,
  backupName,
  backupsToDrop,
  nextBackupAt,
  parseBackupName,
  workspaceMark,
} from './backup.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 0, 1, 3);

function scheduledAt(...times: number[]) {
  return times.map((at) => ({ name: backupName(at, 'scheduled'), at: new Date(at).toISOString() }));
}
const daysOf = (names: readonly string[]) => names.map((name) => parseBackupName(name)?.at.slice(0, 10));

describe('the name of a backup', () => {
  it('says when it was taken and why', () => {
    const name = backupName(Date.UTC(2026, 10, 21, 9, 5, 7, 999), 'manual');
    expect(name).toBe('commonplace-2026-11-21T09-05-07Z-manual.zip');
    expect(parseBackupName(name)).toEqual({ at: '2026-11-21T09:05:07.000Z', kind: 'manual' });
  });

  it('says which workspace it is of, for a folder that several share', () => {
    const [ours, theirs] = [workspaceMark('ins_ours'), workspaceMark('ins_theirs')];
    expect(ours).toMatch(/^[0-9a-f]{8}$/);
    expect(ours).not.toBe(theirs);
    const name = backupName(START, 'scheduled', ours);
    expect(parseBackupName(name)).toMatchObject({ kind: 'scheduled', mark: ours });
  });

  it('of what was copied before an update of the data says that', () => {
    expect(parseBackupName('before-schema-4-2026-11-21T09-05-07-123Z')).toEqual({
      at: '2026-11-21T09:05:07.000Z',
      kind: 'before_update',
    });
  });

  it.each([
    '',
    'notes.zip',
    '../commonplace-2026-11-21T09-05-07Z-manual.zip',
    'commonplace-2026-11-21T09-05-07Z-manual.zip/..',
    'commonplace-2026-13-41T09-05-07Z-manual.zip',
    'before-schema-4-2026-11-21T09-05-07-123Z.part',
  ])('%j is none', (name) => expect(parseBackupName(name)).toBeUndefined());
});

describe('the next scheduled backup', () => {
  it('is due at once where there is none', () => expect(nextBackupAt('daily', [], START)).toBe(START));

  it('comes a day or a week after the last one, whoever asked for that', () => {
    const taken = [START - 30 * HOUR, START - 5 * HOUR];
    expect(nextBackupAt('daily', taken, START)).toBe(START + 19 * HOUR);
    expect(nextBackupAt('weekly', taken, START)).toBe(START - 5 * HOUR + 7 * DAY);
  });

  it('is overdue after the computer slept', () => {
    expect(nextBackupAt('daily', [START - 3 * DAY], START)).toBeLessThan(START);
  });

  it('never comes when the schedule is off', () => expect(nextBackupAt('off', [], START)).toBeNull());

  it('does not wait for a backup from the future, which a wrong clock has dated', () => {
    expect(nextBackupAt('daily', [START + 400 * DAY], START)).toBe(START);
  });
});

/** Security X13: "7 daily, 4 weekly". */
describe('the scheduled backups that are kept', () => {
  const keep = { daily: 7, weekly: 4 };

  it('are those of the last 7 days and the last of each of the last 4 weeks', () => {
    const all = scheduledAt(...Array.from({ length: 60 }, (_, day) => START + day * DAY));
    const dropped = new Set(backupsToDrop(all, keep));
    const kept = all.filter(({ name }) => !dropped.has(name)).map(({ at }) => at.slice(0, 10));
    // 1 March 2026 is a Sunday: the last days are 23 February to 1 March.
    expect(kept).toEqual([
      '2026-02-08',
      '2026-02-15',
      '2026-02-22',
      ...['23', '24', '25', '26', '27', '28'].map((day) => `2026-02-${day}`),
      '2026-03-01',
    ]);
  });

  it('are the last ones of a day that has several', () => {
    const all = scheduledAt(START, START + HOUR, START + 2 * HOUR);
    expect(backupsToDrop(all, keep)).toEqual([
      backupName(START + HOUR, 'scheduled'),
      backupName(START, 'scheduled'),
    ]);
  });

  it('stay after a month without any', () => {
    const all = scheduledAt(START, START + DAY, START + 40 * DAY);
    expect(daysOf(backupsToDrop(all, keep))).toEqual([]);
  });

  it('dropping one by one day after day comes to the same as dropping at the end', () => {
    let kept: ReturnType<typeof scheduledAt> = [];
    for (let day = 0; day < 60; day += 1) {
      kept = [...kept, ...scheduledAt(START + day * DAY)];
      const dropped = new Set(backupsToDrop(kept, keep));
      kept = kept.filter(({ name }) => !dropped.has(name));
      expect(kept.length).toBeLessThanOrEqual(11);
    }
    expect(kept.map(({ at }) => at.slice(0, 10))).toContain('2026-02-08');
  });
});

describe('the folder of the backups', () => {
  it.each(['', '/mnt/disk/backups', 'C:\\Backups', 'd:/b', '\\\\nas\\share'])('may be %j', (path) => {
    expect(chosenFolderSchema.safeParse(path).success).toBe(true);
  });

  it.each(['backups', './x', '../x', '~/backups', 'C:x'])(
    'may not be %j, which depends on where the program runs',
    (path) => {
      expect(chosenFolderSchema.safeParse(path).success).toBe(false);
    },
  );
});
