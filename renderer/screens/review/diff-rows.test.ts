import { describe, expect, it } from 'vitest';
import { diffRows, type DiffRow } from './diff-rows.ts';

const lines = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);

function asText(row: DiffRow): string {
  if (row.kind === 'skipped') return `… ${row.count}`;
  const sign = { kept: ' ', removed: '-', added: '+' }[row.kind];
  return sign + row.pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');
}

describe('two texts line by line', () => {
  it('equal texts have no rows', () => {
    expect(diffRows('a\nb', 'a\nb')).toEqual([]);
  });

  it('shows three lines around a change and counts the rest', () => {
    const before = lines(20, 'line');
    const after = before.with(9, 'another');
    expect(diffRows(before.join('\n'), after.join('\n')).map(asText)).toEqual([
      '… 6',
      ' line 7',
      ' line 8',
      ' line 9',
      '-line 10',
      '+another',
      ' line 11',
      ' line 12',
      ' line 13',
      '… 7',
    ]);
  });

  it('skips nothing between changes that are near', () => {
    const before = lines(10, 'line');
    const after = before.with(1, 'x').with(7, 'y');
    expect(diffRows(before.join('\n'), after.join('\n')).map(asText)).not.toContainEqual(
      expect.stringContaining('…'),
    );
  });

  it('numbers the lines of both sides', () => {
    const rows = diffRows('a\nb\nc', 'a\nnew\nb\nc').map((row) =>
      row.kind === 'skipped' ? [] : [row.oldLine, row.newLine],
    );
    expect(rows).toEqual([
      [1, 1],
      [null, 2],
      [2, 3],
      [3, 4],
    ]);
  });

  it('marks the words that differ in a line that was replaced', () => {
    expect(diffRows('Fill it to the mark.', 'Fill it to the brim.').map(asText)).toEqual([
      '-Fill it to the [mark.]',
      '+Fill it to the [brim.]',
    ]);
  });

  it('marks no words in lines that have nothing in common', () => {
    expect(diffRows('One', 'Two').map(asText)).toEqual(['-One', '+Two']);
  });

  it('shows a thousand lines of a change and counts the rest', () => {
    const rows = diffRows('', lines(1_500, 'line').join('\n'));
    expect(rows.at(-1)).toEqual({ kind: 'skipped', count: 500 });
    expect(rows.length).toBe(1_002);
  });
});
