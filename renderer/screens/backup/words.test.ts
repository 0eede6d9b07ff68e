import { describe, expect, it } from 'vitest';
import { contentsWords, firstBackupWords, percentOf, type BackupJob } from './words.ts';

const job: BackupJob = {
  id: 'a',
  kind: 'backup',
  state: 'running',
  phase: 'copying',
  started_at: '2026-03-01T09:00:00.000Z',
  ended_at: null,
  files: 0,
  total: 0,
  problem: null,
  archive: '/a.zip',
  folder: null,
};

describe('what is said while there is no backup', () => {
  const now = Date.parse('2026-03-01T09:00:00.000Z');
  it('says when the first one comes, and only worries when none will', () => {
    const at = new Date(now).toISOString();
    expect(firstBackupWords({ job, next_at: at }, now)).toMatchObject({
      title: 'The first backup is being made',
      isOnItsWay: true,
    });
    expect(firstBackupWords({ job: null, next_at: at }, now)).toEqual({
      title: 'No backup yet',
      detail: 'The first one is made within minutes.',
      isOnItsWay: true,
    });
    const later = new Date(now + 7_200_000).toISOString();
    expect(firstBackupWords({ job: null, next_at: later }, now).detail).toMatch(
      /^The first one is made at \d{1,2}:\d{2}/,
    );
    expect(firstBackupWords({ job: null, next_at: null }, now)).toMatchObject({ isOnItsWay: false });
    expect(firstBackupWords({ job: { ...job, state: 'failed' }, next_at: at }, now)).toEqual({
      title: 'No backup yet',
      detail: 'The last try has failed.',
      isOnItsWay: false,
    });
  });
});

describe('how far a job is', () => {
  it('counts the reading back as the second half of a backup', () => {
    expect(percentOf(job)).toBe(0);
    expect(percentOf({ ...job, files: 50, total: 100 })).toBe(25);
    expect(percentOf({ ...job, phase: 'checking', files: 50, total: 100 })).toBe(75);
    expect(percentOf({ ...job, phase: 'checking', files: 100, total: 100 })).toBe(100);
  });

  it('never passes the end, however many files came since they were counted', () => {
    expect(percentOf({ ...job, files: 120, total: 100 })).toBe(50);
    expect(percentOf({ ...job, kind: 'restore', files: 50, total: 100 })).toBe(50);
  });
});

it('the contents of a backup are one line', () => {
  const counts = { documents: 1, versions: 1200, attachments: 0, people: 2, spaces: 1, change_requests: 0 };
  expect(contentsWords(counts)).toBe('1 page, 1,200 versions, 0 pictures, 2 people');
});
