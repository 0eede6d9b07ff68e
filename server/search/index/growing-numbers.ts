import type { CompactNumbers } from './index-reader.ts';

/** Numbers below 2^32 in a typed array that grows by doubling; those below `length` count. */
export interface GrowingNumbers {
  values: Uint32Array;
  length: number;
}

export function growingNumbers(capacity = 1024): GrowingNumbers {
  return { values: new Uint32Array(capacity), length: 0 };
}

export function pushNumber(list: GrowingNumbers, value: number): void {
  if (list.length === list.values.length) list.values = grown(list.values, list.length + 1);
  list.values[list.length] = value;
  list.length += 1;
}

export function pushNumbers(list: GrowingNumbers, values: Uint32Array): void {
  list.values = grown(list.values, list.length + values.length);
  list.values.set(values, list.length);
  list.length += values.length;
}

/** The largest number of two bytes. */
export const MAX_NARROW = 0xff_ff;

/** Room for numbers none of which is above `largest`. */
export function compactNumbers(length: number, largest: number): CompactNumbers {
  return largest <= MAX_NARROW ? new Uint16Array(length) : new Uint32Array(length);
}

/** The array itself where it has room for `needed` numbers and for `largest`, else a copy, zeros behind. */
export function grownCompact(values: CompactNumbers, needed: number, largest: number): CompactNumbers {
  const isNarrow = values instanceof Uint16Array;
  const fits = !isNarrow || largest <= MAX_NARROW;
  if (fits && needed <= values.length) return values;
  const length = needed <= values.length ? values.length : Math.max(needed, values.length * 2);
  const larger = isNarrow ? compactNumbers(length, largest) : new Uint32Array(length);
  larger.set(values);
  return larger;
}

/** The array itself where it is long enough, else a copy of at least twice the size, zeros behind. */
export function grown(values: Uint32Array, needed: number): Uint32Array {
  if (needed <= values.length) return values;
  const larger = new Uint32Array(Math.max(needed, values.length * 2));
  larger.set(values);
  return larger;
}
