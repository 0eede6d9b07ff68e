import { growingNumbers, pushNumber } from '../index/growing-numbers.ts';

/** Finds the number of a run of UTF-16 units without making a string of it. */
export interface RunTable {
  /** The run's number, or -1. */
  find(codes: Uint16Array, start: number, end: number): number;
  /** Files a run that is not in it. Does nothing once it is full. */
  add(codes: Uint16Array, start: number, end: number, number: number): void;
  isFull(): boolean;
}

/** A power of two. Half of the slots stay empty, so that what is looked for is found soon. */
const SLOTS = 1 << 17;
const MAX_RUNS = SLOTS / 2;
/** Units of all runs together. */
const MAX_UNITS = SLOTS * 4;

/** Differs by process, so that nobody can write a text whose words all fall into one slot. */
const HASH_SEED = Math.floor(Math.random() * 0xff_ff_ff_ff);

export function createRunTable(): RunTable {
  /** Entries + 1; 0 is empty. */
  const slots = new Uint32Array(SLOTS);
  const units = new Uint16Array(MAX_UNITS);
  /** By entry: the hash, the number, and where its units end. They begin where those of the entry before end. */
  const hashes = growingNumbers();
  const numbers = growingNumbers();
  const ends = growingNumbers();

  function isSpelt(entry: number, codes: Uint16Array, start: number, end: number): boolean {
    const first = entry === 0 ? 0 : (ends.values[entry - 1] ?? 0);
    if ((ends.values[entry] ?? 0) - first !== end - start) return false;
    for (let at = start; at < end; at += 1) {
      if (units[first + at - start] !== codes[at]) return false;
    }
    return true;
  }

  return {
    find(codes, start, end) {
      const hash = hashOf(codes, start, end);
      let slot = hash & (SLOTS - 1);
      for (let entry = slots[slot] ?? 0; entry !== 0; entry = slots[slot] ?? 0) {
        if (hashes.values[entry - 1] === hash && isSpelt(entry - 1, codes, start, end)) {
          return numbers.values[entry - 1] ?? 0;
        }
        slot = (slot + 1) & (SLOTS - 1);
      }
      return -1;
    },
    add(codes, start, end, number) {
      const first = ends.length === 0 ? 0 : (ends.values[ends.length - 1] ?? 0);
      if (ends.length === MAX_RUNS || first + end - start > MAX_UNITS) return;
      const hash = hashOf(codes, start, end);
      let slot = hash & (SLOTS - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
      units.set(codes.subarray(start, end), first);
      pushNumber(hashes, hash);
      pushNumber(numbers, number);
      pushNumber(ends, first + end - start);
      slots[slot] = ends.length;
    },
    isFull: () => ends.length === MAX_RUNS,
  };
}

function hashOf(codes: Uint16Array, start: number, end: number): number {
  let hash = HASH_SEED;
  for (let at = start; at < end; at += 1) {
    hash = Math.imul(hash ^ (codes[at] ?? 0), 0x9e_37_79_b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
