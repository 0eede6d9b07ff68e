import { forEachWord } from './word-runs.ts';

/** Scripts written without spaces between words, and Korean, whose endings join the word. */
const UNSPACED_RUN =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu;

// oxlint-disable-next-line no-control-regex -- the range of ASCII begins there
const ASCII = /^[\x00-\x7f]*$/;

/** What is longer says nothing to a searcher, and only costs (security Q1). */
export const MAX_WORD_LENGTH = 64;

/** Normalising is done in pieces, because its cost grows with the square of a run of combining marks. */
const MAX_NORMALISED = 1000;

/** Latin letters that carry no separable mark, as people type them without. */
const PLAIN_LATIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/** A run of word characters taken apart: what is found by whole words, and what only by its characters. */
export interface FoldedRun {
  /** Compared without case, width and, in Latin, diacritics. Never empty, never with white space. */
  text: string;
  isUnspaced: boolean;
}

/** Folds a run of word characters and divides it where its script changes the way words are found. */
export function foldRun(raw: string): FoldedRun[] {
  const trimmed = trimUnderscores(raw);
  if (trimmed === '') return [];
  if (ASCII.test(trimmed)) {
    return [{ text: trimmed.slice(0, MAX_WORD_LENGTH).toLowerCase(), isUnspaced: false }];
  }
  const runs: FoldedRun[] = [];
  for (let start = 0; start < trimmed.length;) {
    const end = endOfPiece(trimmed, start);
    divide(foldLetters(trimmed.slice(start, end)), runs);
    if (runs.length > 0 && !runs.at(-1)?.isUnspaced) break;
    start = end;
  }
  return runs;
}

/** All words of a text, folded, each with the run of characters that it comes from. */
export function foldedRuns(text: string): (FoldedRun & { raw: string })[] {
  const runs: (FoldedRun & { raw: string })[] = [];
  forEachWord(text, (raw) => {
    for (const run of foldRun(raw)) runs.push({ ...run, raw });
    return undefined;
  });
  return runs;
}

function endOfPiece(text: string, start: number): number {
  const end = start + MAX_NORMALISED;
  return (text.codePointAt(end - 1) ?? 0) > 0xff_ff ? end + 1 : end;
}

function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => PLAIN_LATIN[letter] ?? letter)
    .normalize('NFC');
}

/** Folding can give spaces and signs (`½` is `1⁄2`, one Arabic character is a sentence): words end there. */
function divide(folded: string, runs: FoldedRun[]): void {
  forEachWord(folded, (word) => {
    let end = 0;
    for (const match of word.matchAll(UNSPACED_RUN)) {
      addWord(word.slice(end, match.index), runs);
      runs.push({ text: match[0], isUnspaced: true });
      end = match.index + match[0].length;
    }
    addWord(word.slice(end), runs);
    return undefined;
  });
}

function addWord(word: string, runs: FoldedRun[]): void {
  if (word !== '') runs.push({ text: word.slice(0, MAX_WORD_LENGTH).toWellFormed(), isUnspaced: false });
}

function trimUnderscores(raw: string): string {
  let start = 0;
  let end = raw.length;
  while (start < end && raw[start] === '_') start += 1;
  while (end > start && raw[end - 1] === '_') end -= 1;
  return raw.slice(start, end);
}
