import { describe, expect, it } from 'vitest';
import {
  came,
  cameBefore,
  cancelledWords,
  runningDetail,
  runningPercent,
  runningTitle,
  type TransferJob,
} from './transfer-words.ts';

const job: TransferJob = {
  id: 'a',
  kind: 'import',
  through: 'browser',
  state: 'running',
  phase: 'writing',
  started_at: '2026-03-01T09:00:00.000Z',
  ended_at: null,
  done: 134,
  total: 389,
  path: 'notes',
  pages: 120,
  total_pages: 301,
  images: 14,
  total_images: 88,
  skipped: [],
  remarks: [],
  existing: 0,
  queued: 0,
  problem: null,
};

describe('what is said of an import or export that runs', () => {
  it.each([
    ['import', 'receiving', 'Receiving the files…'],
    ['import', 'reading', 'Looking at the files…'],
    ['import', 'writing', 'Importing…'],
    ['export', 'reading', 'Reading the pages…'],
    ['export', 'writing', 'Exporting…'],
  ] as const)('of an %s that is %s: %s', (kind, phase, words) => {
    expect(runningTitle({ kind, phase })).toBe(words);
  });

  it('counts pages and pictures', () => {
    expect([runningDetail(job), runningPercent(job)]).toEqual(['120 of 301 pages · 14 of 88 pictures', 34]);
  });

  it('counts bytes while files come', () => {
    const now: TransferJob = { ...job, phase: 'receiving', done: 1_500_000, total: 6_000_000 };
    expect([runningDetail(now), runningPercent(now)]).toEqual(['1.5 MB of 6.0 MB', 25]);
  });

  it('is at nothing before it knows how much there is', () => {
    expect(runningPercent({ done: 0, total: 0 })).toBe(0);
  });
});

describe('what is said of one that has ended', () => {
  it.each([
    ['import', 0, 'Nothing was imported.'],
    [
      'import',
      1,
      '1 page came in before that. To go on, import again and leave pages that are there as they are.',
    ],
    ['export', 7, 'Nothing of it is left.'],
  ] as const)('cancelled %s after %i pages: %s', (kind, pages, words) => {
    expect(cancelledWords({ kind, pages })).toBe(words);
  });

  it('says what of a failed import is in, and nothing of an export', () => {
    expect(cameBefore({ kind: 'import', pages: 50 })).toMatch(/^50 pages came in before that\. To go on, /);
    expect(cameBefore({ kind: 'import', pages: 0 })).toBeUndefined();
    expect(cameBefore({ kind: 'export', pages: 50 })).toBeUndefined();
  });

  it.each([
    [301, 88, '301 pages and 88 pictures'],
    [1, 0, '1 page'],
  ])('%i and %i: %s', (pages, images, words) => {
    expect(came({ pages, images })).toBe(words);
  });
});
