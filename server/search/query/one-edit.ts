import type { Lexicon, Vocabulary } from '../index/index-reader.ts';
import { findInRange, narrow, visitBranches, type LexiconRange } from './lexicon-range.ts';

const encoder = new TextEncoder();

/**
 * Calls `visit` once with every string of a vocabulary that is the text, or one edit away from it: a character
 * put in, left out, replaced, or two neighbours exchanged. Goes down the sorted strings along the text and, at
 * every character, asks for what each edit would give: no distances are computed, and the work grows with the
 * length of the text and the size of the alphabet, not with the number of strings.
 */
export function visitOneEdit(vocabulary: Vocabulary, text: string, visit: (number: number) => void): void {
  const found = new Set<number>();
  findInBase(vocabulary.base, Array.from(text), found);
  for (const [index, added] of vocabulary.added.entries()) {
    if (isWithinOneEdit(text, added)) found.add(vocabulary.base.size + index);
  }
  for (const number of found) visit(number);
}

function findInBase(lexicon: Lexicon, characters: readonly string[], found: Set<number>): void {
  const rests = [...characters.keys(), characters.length].map((at) =>
    encoder.encode(characters.slice(at).join('')),
  );
  const look = (range: LexiconRange, depth: number, rest: Uint8Array | undefined) => {
    const number = rest ? findInRange(lexicon, range, depth, rest) : -1;
    if (number !== -1) found.add(number);
  };
  let range: LexiconRange = { low: 0, high: lexicon.size };
  let depth = 0;
  for (let at = 0; at <= characters.length && range.low < range.high; at += 1) {
    look(range, depth, rests[at + 1]);
    look(range, depth, exchanged(characters, at));
    visitBranches(lexicon, range, depth, (character, branch) => {
      look(branch, depth + character.length, rests[at]);
      look(branch, depth + character.length, rests[at + 1]);
    });
    const character = encoder.encode(characters[at] ?? '');
    range = narrow(lexicon, range, depth, character);
    depth += character.length;
  }
}

/** The rest of the text with its first two characters exchanged. */
function exchanged(characters: readonly string[], at: number): Uint8Array | undefined {
  const [first, second, ...rest] = characters.slice(at);
  return second === undefined ? undefined : encoder.encode([second, first, ...rest].join(''));
}

/** Whether one edit, or none, makes one text of the other. Characters are code points. */
export function isWithinOneEdit(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 2) return false;
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left.charCodeAt(start) === right.charCodeAt(start)) start += 1;
  if (start > 0 && isHighSurrogate(left.charCodeAt(start - 1))) start -= 1;
  let end = 0;
  while (
    end < shorter - start &&
    left.charCodeAt(left.length - 1 - end) === right.charCodeAt(right.length - 1 - end)
  ) {
    end += 1;
  }
  if (end > 0 && isLowSurrogate(left.charCodeAt(left.length - end))) end -= 1;
  const inLeft = Array.from(left.slice(start, left.length - end));
  const inRight = Array.from(right.slice(start, right.length - end));
  if (inLeft.length <= 1 && inRight.length <= 1) return true;
  return inLeft.length === 2 && inRight.length === 2 && inLeft[0] === inRight[1] && inLeft[1] === inRight[0];
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd8_00 && unit <= 0xdb_ff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc_00 && unit <= 0xdf_ff;
