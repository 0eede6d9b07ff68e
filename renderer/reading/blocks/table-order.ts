export type Direction = 'ascending' | 'descending';

/** A column and how the rows are sorted by it; null: as they were written. */
export type Order = { column: number; direction: Direction } | null;

const NUMBER = /^[^\d-]{0,3}(-?\d{1,3}(?:[ ,']\d{3})+(?:\.\d+)?|-?\d+(?:[.,]\d+)?)\s?[^\d\s]{0,4}$/;
const words = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** What the next press on a column's header asks for: up, down, as written. */
export function nextOrder(order: Order, column: number): Order {
  if (order?.column !== column) return { column, direction: 'ascending' };
  return order.direction === 'ascending' ? { column, direction: 'descending' } : null;
}

/**
 * Which rows are shown, in which order: their places in the table as written. Numbers sort by value, words as people
 * sort them, empty cells come last either way.
 *
 * @param rows words of each cell
 * @param filter words that a row must hold, all of them, in any cell
 */
export function arrangedRows(rows: readonly (readonly string[])[], filter: string, order: Order): number[] {
  const wanted = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = rows.flatMap((cells, index) => {
    const text = cells.join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word)) ? [index] : [];
  });
  if (!order) return shown;
  const { column, direction } = order;
  const sign = direction === 'ascending' ? 1 : -1;
  return shown.toSorted((left, right) => {
    const first = rows[left]?.[column] ?? '';
    const second = rows[right]?.[column] ?? '';
    if (first === '' || second === '') return Number(first === '') - Number(second === '') || left - right;
    return sign * compareCells(first, second) || left - right;
  });
}

function compareCells(first: string, second: string): number {
  const numbers = [numberIn(first), numberIn(second)];
  const [left, right] = numbers;
  return left !== undefined && right !== undefined ? left - right : words.compare(first, second);
}

/** The number that a cell is, with its sign of currency or unit: `€ 1,200`, `12 kg`, `-3.5 %`. */
function numberIn(cell: string): number | undefined {
  const digits = NUMBER.exec(cell)?.[1];
  if (digits === undefined) return undefined;
  const isDecimalComma = /^-?\d+,\d+$/.test(digits) && !/,\d{3}$/.test(digits);
  return Number(isDecimalComma ? digits.replace(',', '.') : digits.replaceAll(/[ ,']/g, ''));
}
