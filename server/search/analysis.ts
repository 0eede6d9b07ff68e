import lunr from 'lunr';

/** A word of any script; an underscore joins the parts of an identifier. */
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;

/** Scripts written without spaces between words, and Korean, whose endings join the word. */
const UNSPACED_RUN =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu;

// oxlint-disable-next-line no-control-regex -- the range of ASCII begins there
const ASCII = /^[\x00-\x7f]*$/;
const STEMMABLE = /^[a-z]{3,}$/;

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

/**
 * Calls `visit` with each run of word characters and its place in the text, until it answers true. Linear.
 */
export function forEachWord(text: string, visit: (raw: string, start: number) => boolean | undefined): void {
  const pattern = new RegExp(WORD);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (visit(match[0], match.index)) return;
  }
}

/** A run of word characters taken apart: what is found by whole words, and what only by its characters. */
export interface FoldedRun {
  /** Compared without case, width and, in Latin, diacritics. */
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
  for (let start = 0; start < trimmed.length; start += MAX_NORMALISED) {
    runs.push(...divide(foldLetters(trimmed.slice(start, start + MAX_NORMALISED))));
    if (runs.length > 0 && !runs.at(-1)?.isUnspaced) break;
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

function foldLetters(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => PLAIN_LATIN[letter] ?? letter)
    .normalize('NFC');
}

function divide(text: string): FoldedRun[] {
  const runs: FoldedRun[] = [];
  const addWord = (word: string) => {
    if (word !== '') runs.push({ text: word.slice(0, MAX_WORD_LENGTH).toWellFormed(), isUnspaced: false });
  };
  let end = 0;
  for (const match of text.matchAll(UNSPACED_RUN)) {
    addWord(text.slice(end, match.index));
    runs.push({ text: match[0], isUnspaced: true });
    end = match.index + match[0].length;
  }
  addWord(text.slice(end));
  return runs;
}

function trimUnderscores(raw: string): string {
  let start = 0;
  let end = raw.length;
  while (start < end && raw[start] === '_') start += 1;
  while (end > start && raw[end - 1] === '_') end -= 1;
  return raw.slice(start, end);
}

/** The parts of `camelCase`, `PascalCase`, `snake_case` and `sha256`, lower-cased; none for a simple word. */
export function identifierParts(raw: string): string[] {
  if (!/[a-z0-9][A-Z]|[A-Z]{2}[a-z]|_|[A-Za-z]\d|\d[A-Za-z]/.test(raw) || !ASCII.test(raw)) return [];
  const parts = raw.slice(0, MAX_WORD_LENGTH).match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  return parts.length < 2 ? [] : parts.map((part) => part.toLowerCase()).filter((part) => part.length > 1);
}

/** Single characters and neighbouring pairs of a run that has no spaces. */
export function characterPairs(run: string): { singles: string[]; pairs: string[] } {
  const singles = Array.from(run);
  return {
    singles,
    pairs: singles.slice(1).map((character, index) => `${singles[index] ?? ''}${character}`),
  };
}

const stemming = new lunr.Pipeline();
stemming.add(lunr.stemmer);
const stopping = new lunr.Pipeline();
stopping.add(lunr.stopWordFilter);

const MAX_REMEMBERED_STEMS = 100_000;
const stems = new Map<string, string>();

/** Marks the key of a stem, so that the stem `run` and the written word `run` stay apart. */
const STEM_MARK = '~';

/**
 * The key under which all forms of a word are found: its stem (Porter, English) for plain Latin words, the
 * word itself for all others.
 */
export function wordKey(word: string): string {
  if (!STEMMABLE.test(word)) return word;
  let key = stems.get(word);
  if (key === undefined) {
    key = `${STEM_MARK}${stemming.runString(word)[0] ?? word}`;
    if (stems.size >= MAX_REMEMBERED_STEMS) stems.clear();
    stems.set(word, key);
  }
  return key;
}

/** Whether a folded word is one that English sentences are full of. */
export function isStopWord(word: string): boolean {
  return stopping.runString(word).length === 0;
}

/** Collects what a text is found by: key → how often. Answers the number of words. */
export function countTerms(text: string, weight: number, counts: Map<string, number>): number {
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + weight);
  const addWord = (word: string) => {
    const key = wordKey(word);
    add(key);
    if (key !== word) add(word);
  };
  let length = 0;
  forEachWord(text, (raw) => {
    for (const run of foldRun(raw)) {
      if (run.isUnspaced) {
        const { singles, pairs } = characterPairs(run.text);
        singles.forEach(add);
        pairs.forEach(add);
        length += singles.length;
      } else {
        addWord(run.text);
        identifierParts(raw).forEach(addWord);
        length += 1;
      }
    }
    return undefined;
  });
  return length;
}

/**
 * A text as a plain sequence of folded words, each between single spaces, for comparing phrases. Scripts
 * without spaces stand character by character.
 */
export function wordSequence(text: string): string {
  const words: string[] = [];
  forEachWord(text, (raw) => {
    for (const run of foldRun(raw)) words.push(run.isUnspaced ? Array.from(run.text).join(' ') : run.text);
    return undefined;
  });
  return ` ${words.join(' ')} `;
}
