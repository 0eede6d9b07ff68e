import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startTransferBar } from './transfer-bar.ts';

const written: string[] = [];

beforeEach(() => {
  written.length = 0;
  const write = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((text) => written.push(String(text)) > 0);
  const { isTTY } = process.stderr;
  process.stderr.isTTY = true;
  return () => {
    process.stderr.isTTY = isTTY;
    write.mockRestore();
  };
});

/** What stands in the line, without its bar. */
const shown = () =>
  written.map((text) =>
    text
      .replace('\r', '')
      .replace('\u001b[K', '')
      .replace(/[█░]+ /, ''),
  );

describe('the bar of an import', () => {
  it('counts the pictures that are looked at, then pages and pictures that come in, in percent too', () => {
    const bar = startTransferBar('Importing', false);
    bar.tell({ phase: 'reading', pages: 0, totalPages: 0, images: 0, totalImages: 88 });
    bar.tell({ phase: 'writing', pages: 0, totalPages: 301, images: 0, totalImages: 88 });
    bar.tell({ phase: 'writing', pages: 301, totalPages: 301, images: 88, totalImages: 88 });
    bar.end();
    expect(shown()).toEqual([
      'Looking at the files 0 % 0 of 88 pictures',
      '',
      'Importing 0 % 0 of 301 pages · 0 of 88 pictures',
      'Importing 100 % 301 of 301 pages · 88 of 88 pictures',
      '',
    ]);
  });

  it('is not there for programs', () => {
    const bar = startTransferBar('Importing', true);
    bar.tell({ phase: 'writing', pages: 1, totalPages: 2, images: 0, totalImages: 0 });
    bar.end();
    expect(written).toEqual([]);
  });
});
