import type { Lexicon } from './index-reader.ts';
import { compareCodePoints, compareEntry } from './lexicon.ts';
import { textList } from './text-list.ts';

/** Where a string that no document holds any more would be. */
export const NOWHERE = 0xff_ff_ff_ff;

export interface MergedVocabulary {
  lexicon: Lexicon;
  /** By old number (base, then added): the number in the new lexicon, or `NOWHERE`. Base strings keep their order. */
  numbers: Uint32Array;
  /** By new number: how many documents hold it. */
  frequencies: Uint32Array;
}

/** Brings the strings of a base and those added to it into one order, without those that nothing holds. */
export function mergeVocabulary(
  base: Lexicon,
  added: readonly string[],
  frequencies: Uint32Array,
): MergedVocabulary {
  const isHeld = (number: number) => frequencies[number] !== 0;
  const order = added.map((_, index) => index).filter((index) => isHeld(base.size + index));
  order.sort((left, right) => compareCodePoints(added[left] ?? '', added[right] ?? ''));
  const fresh = textList(order.map((index) => added[index] ?? ''));
  const writer = lexiconWriter(base.bytes.length + fresh.bytes.length, base.size + order.length);
  const numbers = new Uint32Array(frequencies.length).fill(NOWHERE);
  const merged = new Uint32Array(base.size + order.length);
  const take = (number: number, bytes: Uint8Array, start: number, end: number) => {
    merged[writer.size()] = frequencies[number] ?? 0;
    numbers[number] = writer.add(bytes, start, end);
  };
  let next = 0;
  const takeFreshBefore = (baseNumber: number) => {
    for (; next < order.length; next += 1) {
      const start = fresh.offsets[next] ?? 0;
      const end = fresh.offsets[next + 1] ?? 0;
      const isLater =
        baseNumber < base.size && compareEntry(base, baseNumber, fresh.bytes.subarray(start, end)) < 0;
      if (isLater) return;
      take(base.size + (order[next] ?? 0), fresh.bytes, start, end);
    }
  };
  for (let number = 0; number < base.size; number += 1) {
    if (!isHeld(number)) continue;
    takeFreshBefore(number);
    take(number, base.bytes, base.offsets[number] ?? 0, base.offsets[number + 1] ?? 0);
  }
  takeFreshBefore(base.size);
  return { lexicon: writer.finish(), numbers, frequencies: merged.slice(0, writer.size()) };
}

function lexiconWriter(mostBytes: number, mostStrings: number) {
  const bytes = new Uint8Array(mostBytes);
  const offsets = new Uint32Array(mostStrings + 1);
  let length = 0;
  let size = 0;
  return {
    size: () => size,
    /** Answers the number. */
    add(source: Uint8Array, start: number, end: number): number {
      for (let at = start; at < end; at += 1) bytes[length + at - start] = source[at] ?? 0;
      length += end - start;
      size += 1;
      offsets[size] = length;
      return size - 1;
    },
    finish: (): Lexicon => ({
      size,
      bytes: bytes.subarray(0, length),
      offsets: offsets.subarray(0, size + 1),
    }),
  };
}
