import { describe, expect, it } from 'vitest';
import {
  cameBefore,
  cancelledWords,
  doneTitle,
  leftOut,
  runningDetail,
  runningPercent,
  runningTitle,
  setApart,
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
    ['import', 'browser', 301, 88, 'Imported 301 pages and 88 pictures'],
    ['import', 'computer', 1, 0, 'Imported 1 page'],
    ['import', 'browser', 0, 2, 'Imported 2 pictures'],
    ['import', 'browser', 0, 0, 'Nothing was imported'],
    ['export', 'computer', 2, 1, 'Exported 2 pages and 1 picture'],
    ['export', 'browser', 2, 0, 'Downloaded 2 pages'],
    ['export', 'browser', 0, 0, 'Nothing was downloaded'],
  ] as const)('%s through %s, %i pages, %i pictures: %s', (kind, through, pages, images, words) => {
    expect(doneTitle({ kind, through, pages, images })).toBe(words);
  });

  it('says what did not simply come in, and nothing of what there is none of', () => {
    expect(setApart({ existing: 0, queued: 0 })).toEqual([]);
    expect(setApart({ existing: 1, queued: 1 })).toEqual([
      '1 page was there already and stayed as it was.',
      '1 page waits for review before it is published.',
    ]);
    expect(setApart({ existing: 4, queued: 1_200 })).toEqual([
      '4 pages were there already and stayed as they were.',
      '1,200 pages wait for review before they are published.',
    ]);
  });
});

describe('what was left out', () => {
  const files = (reason: string, ...paths: string[]) => paths.map((path) => ({ path, reason }));

  it('is not spoken of when there is nothing', () => {
    expect(leftOut([])).toBeNull();
  });

  it('is named with why', () => {
    expect(leftOut(files('it is not Markdown', 'plan.pdf'))).toEqual({
      title: '1 file was left out:',
      lines: ['plan.pdf: it is not Markdown'],
    });
  });

  it('shares a line where many have one reason, those first', () => {
    expect(
      leftOut([
        ...files('it is hidden', '.git/'),
        ...files('it is not Markdown', 'a.pdf', 'b.pdf', 'c.doc', 'd.doc'),
        ...files('no page shows it', 'e.png', 'f.png', 'g.png', 'h.png', 'i.png'),
      ]),
    ).toEqual({
      title: '10 files were left out:',
      lines: [
        '5 files, such as e.png: no page shows them',
        '4 files, such as a.pdf: they are not Markdown',
        '.git/: it is hidden',
      ],
    });
  });

  it('says so when the server has named no more', () => {
    const many = files('it did not come along', ...Array.from({ length: 100 }, (_, index) => `${index}.md`));
    expect(leftOut(many)).toEqual({
      title: '100 files or more were left out:',
      lines: ['100 files, such as 0.md: they did not come along'],
    });
  });
});
