import { describe, expect, it } from 'vitest';
import { arrangedRows, nextOrder } from './table-order.ts';

const ROWS = [
  ['Valve', '€ 1,200', '12'],
  ['Filter', '€ 80', '3'],
  ['Seal', '', '100'],
  ['Step 10', '€ -5', '1'],
  ['Step 2', '€ 950', '1'],
];
const names = (order: Parameters<typeof arrangedRows>[2], filter = '') =>
  arrangedRows(ROWS, filter, order).map((row) => ROWS[row]?.[0]);

describe('sorting a table by its header', () => {
  it('goes up, then down, then back to how it was written', () => {
    const first = nextOrder(null, 1);
    expect(first).toEqual({ column: 1, direction: 'ascending' });
    expect(nextOrder(first, 1)).toEqual({ column: 1, direction: 'descending' });
    expect(nextOrder({ column: 1, direction: 'descending' }, 1)).toBeNull();
    expect(nextOrder(first, 2)).toEqual({ column: 2, direction: 'ascending' });
  });

  it('sorts numbers by value, with their signs, and empty cells last either way', () => {
    expect(names({ column: 1, direction: 'ascending' })).toEqual([
      'Step 10',
      'Filter',
      'Step 2',
      'Valve',
      'Seal',
    ]);
    expect(names({ column: 1, direction: 'descending' })).toEqual([
      'Valve',
      'Step 2',
      'Filter',
      'Step 10',
      'Seal',
    ]);
  });

  it('sorts words as people do, and leaves equal rows in their order', () => {
    expect(names({ column: 0, direction: 'ascending' })).toEqual([
      'Filter',
      'Seal',
      'Step 2',
      'Step 10',
      'Valve',
    ]);
    expect(names({ column: 2, direction: 'ascending' })).toEqual([
      'Step 10',
      'Step 2',
      'Filter',
      'Valve',
      'Seal',
    ]);
  });
});

describe('filtering a table', () => {
  it('shows the rows that hold every word, in any cell and case', () => {
    expect(names(null, 'STEP')).toEqual(['Step 10', 'Step 2']);
    expect(names(null, 'step 950')).toEqual(['Step 2']);
    expect(names(null, 'nothing')).toEqual([]);
    expect(names(null, '  ')).toHaveLength(ROWS.length);
  });
});
