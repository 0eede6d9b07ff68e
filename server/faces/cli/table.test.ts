import { expect, it } from 'vitest';
import { displayWidth, formatTable } from './table.ts';

it('aligns columns, also of wide and of combining characters', () => {
  expect(
    formatTable(
      ['id', 'name'],
      [
        ['1', '手順書'],
        ['22', 'Cafe\u0301'],
        ['3', ''],
      ],
    ),
  ).toBe(['ID  NAME', '1   手順書', '22  Cafe\u0301', '3'].join('\n'));
  expect([displayWidth('手順書'), displayWidth('Cafe\u0301'), displayWidth('')]).toEqual([6, 4, 0]);
});
