import { grown } from './growing-numbers.ts';

/** Gives each packed frequency that occurs a small number. */
export interface FrequencyCodes {
  codeOf(packed: number): number;
  /** By code. Valid until the next new code. */
  packed(): Uint32Array;
  readonly size: number;
}

/** Most frequencies are some occurrences in the text alone, and below this: their codes are found at once. */
const DIRECT = 256;

/** @param known frequencies that have the codes from 0 on */
export function createFrequencyCodes(known: Uint32Array = new Uint32Array(0)): FrequencyCodes {
  let packed: Uint32Array = known.slice();
  let size = known.length;
  /** Codes + 1; 0 is none yet. */
  const direct = new Uint32Array(DIRECT);
  const others = new Map<number, number>();
  const remember = (frequency: number, code: number) => {
    if (frequency < DIRECT) direct[frequency] = code + 1;
    else others.set(frequency, code);
  };
  for (const [code, frequency] of known.entries()) remember(frequency, code);

  return {
    codeOf(frequency) {
      const code = frequency < DIRECT ? (direct[frequency] ?? 0) - 1 : (others.get(frequency) ?? -1);
      if (code !== -1) return code;
      packed = grown(packed, size + 1);
      packed[size] = frequency;
      remember(frequency, size);
      size += 1;
      return size - 1;
    },
    packed: () => packed.subarray(0, size),
    get size() {
      return size;
    },
  };
}
