import { characterPairs } from '../analysis/character-pairs.ts';
import { foldRun, MAX_WORD_LENGTH } from '../analysis/fold.ts';
import { identifierParts } from '../analysis/identifier-parts.ts';
import { termKey } from '../analysis/term-key.ts';
import type { Highlights } from '../query/findings.ts';
import { headsOf, mayHoldOneOf } from './word-heads.ts';
import { scanWord, type ScannedWord } from './word-scanner.ts';

/** A place in a text that holds a term or a whole phrase. */
export interface Match {
  start: number;
  end: number;
  /** Number of the term, or of the phrase counted from `Finder.terms` on. */
  unit: number;
}

/** Finds what a query's words became, in texts. Made once for a page of results. */
export interface Finder {
  /** Number of different terms and beginnings of words. */
  terms: number;
  phrases: number;
  /** Calls `visit` with each match in order of the text, which is looked through to where `visit` answers. Linear. */
  visitMatches(text: string, visit: (match: Match) => number): void;
}

/** What stands at one position of a text: a word, or a character of a script without spaces. */
interface Token {
  /** A word's term; a single character and the pair that it begins. */
  keys: readonly string[];
  offset: number;
  length: number;
}

/** What a run of word characters holds, as far as the query asks. */
interface KnownWord {
  matches: readonly Match[];
  tokens: readonly Token[];
  /** Whether a phrase may begin here. */
  beginsPhrase: boolean;
}

interface Wanted {
  units: ReadonlyMap<string, number>;
  prefixes: readonly { prefix: string; unit: number }[];
  phrases: readonly (readonly string[])[];
  phrasesByFirst: ReadonlyMap<string, readonly number[]>;
}

/** A phrase is recognised by its first terms: a bound for texts that nearly hold it everywhere. */
const MAX_PHRASE_TERMS = 16;
const MAX_REMEMBERED_WORDS = 20_000;
/** A sentence has fewer characters. */
const MAX_RUN = 4000;
const NOTHING: KnownWord = { matches: [], tokens: [], beginsPhrase: false };

export function createFinder(highlights: Highlights): Finder {
  const wanted = wantedBy(highlights);
  const terms = wanted.units.size + wanted.prefixes.length;
  const heads = headsOf(
    [...wanted.units.keys(), ...wanted.phrasesByFirst.keys()],
    wanted.prefixes.map(({ prefix }) => prefix),
  );
  const lookUp = createWordMemory(wanted);
  const visitMatches: Finder['visitMatches'] = (text, visit) => {
    const word: ScannedWord = { start: 0, end: 0, isAscii: false, isPlain: false };
    let end = text.length;
    for (let at = 0; at < end && scanWord(text, at, word); at = word.end) {
      if (word.isAscii && !mayHoldOneOf(heads, text, word)) continue;
      const known = lookUp(text.slice(word.start, word.end));
      for (const { unit, ...place } of known.matches) {
        end = visit({ unit, start: word.start + place.start, end: word.start + place.end });
      }
      if (!known.beginsPhrase) continue;
      for (const match of phrasesAt(text, word, known.tokens, wanted, lookUp)) {
        end = visit({ ...match, unit: terms + match.unit });
      }
    }
  };
  return { terms, phrases: wanted.phrases.length, visitMatches };
}

function wantedBy({ terms, prefixes, phrases }: Highlights): Wanted {
  const known = phrases
    .filter((phrase) => phrase.length > 0)
    .map((phrase) => phrase.slice(0, MAX_PHRASE_TERMS));
  const units = new Map([...new Set(terms)].map((term, unit) => [term, unit]));
  const phrasesByFirst = new Map<string, number[]>();
  for (const [number, [first = '']] of known.entries()) {
    phrasesByFirst.set(first, [...(phrasesByFirst.get(first) ?? []), number]);
  }
  return {
    units,
    prefixes: [...new Set(prefixes)].map((prefix, index) => ({ prefix, unit: units.size + index })),
    phrases: known,
    phrasesByFirst,
  };
}

/** Says what a run of word characters holds; remembers its answers, because texts repeat their words. */
function createWordMemory(wanted: Wanted): (raw: string) => KnownWord {
  const remembered = new Map<string, KnownWord>();
  return (raw) => {
    const before = remembered.get(raw);
    if (before) return before;
    const known = examine(raw, wanted);
    if (raw.length <= MAX_WORD_LENGTH && remembered.size < MAX_REMEMBERED_WORDS) remembered.set(raw, known);
    return known;
  };
}

function examine(raw: string, wanted: Wanted): KnownWord {
  const tokens: Token[] = [];
  const matches: Match[] = [];
  for (const { text, isUnspaced } of foldRun(raw.slice(0, MAX_RUN))) {
    if (isUnspaced) {
      for (const token of characterTokens(raw, text)) {
        tokens.push(token);
        for (const key of token.keys) addMatch(matches, token.offset, key.length, wanted.units.get(key));
      }
    } else {
      const key = termKey(text);
      const token: Token = { keys: [key], offset: 0, length: raw.length };
      tokens.push(token);
      addMatch(matches, 0, raw.length, wanted.units.get(key) ?? unitWithin(text, raw, wanted));
    }
  }
  const beginsPhrase = tokens.some(({ keys }) => keys.some((key) => wanted.phrasesByFirst.has(key)));
  return matches.length === 0 && tokens.length === 0 ? NOTHING : { matches, tokens, beginsPhrase };
}

function addMatch(matches: Match[], start: number, length: number, unit: number | undefined): void {
  if (unit !== undefined) matches.push({ unit, start, end: start + length });
}

/** What a word begins with, or what it holds as an identifier. */
function unitWithin(word: string, raw: string, { units, prefixes }: Wanted): number | undefined {
  const begun = prefixes.find(({ prefix }) => word.startsWith(prefix));
  if (begun) return begun.unit;
  for (const part of identifierParts(raw)) {
    const unit = units.get(termKey(part));
    if (unit !== undefined) return unit;
  }
  return undefined;
}

/** Characters of a run without spaces, each with the pair that it begins. Places are those of the folded text. */
function characterTokens(raw: string, run: string): Token[] {
  const { singles, pairs } = characterPairs(run);
  let offset = Math.max(0, raw.indexOf(run));
  return singles.map((single, index) => {
    const pair = pairs[index];
    const start = Math.min(offset, raw.length);
    offset += single.length;
    return { keys: pair === undefined ? [single] : [single, pair], offset: start, length: single.length };
  });
}

/** The phrases that begin in a word. */
function phrasesAt(
  text: string,
  word: Readonly<ScannedWord>,
  tokens: readonly Token[],
  { phrases, phrasesByFirst }: Wanted,
  lookUp: (raw: string) => KnownWord,
): Match[] {
  const found: Match[] = [];
  const { start, end } = word;
  for (const [index, token] of tokens.entries()) {
    for (const unit of token.keys.flatMap((key) => phrasesByFirst.get(key) ?? [])) {
      const stop = endOfPhrase(text, { start, end }, tokens, index, phrases[unit] ?? [], lookUp);
      if (stop !== -1) found.push({ unit, start: start + token.offset, end: stop });
    }
  }
  return found;
}

/** Where a phrase ends that begins with the token `first` of a word, or -1 when it does not go on. */
function endOfPhrase(
  text: string,
  begin: { start: number; end: number },
  firstTokens: readonly Token[],
  first: number,
  phrase: readonly string[],
  lookUp: (raw: string) => KnownWord,
): number {
  const word: ScannedWord = { ...begin, isAscii: false, isPlain: false };
  let tokens = firstTokens;
  let next = first;
  let end = -1;
  for (const term of phrase) {
    while (next >= tokens.length) {
      if (!scanWord(text, word.end, word)) return -1;
      ({ tokens } = lookUp(text.slice(word.start, word.end)));
      next = 0;
    }
    const token = tokens[next];
    if (!token?.keys.includes(term)) return -1;
    end = word.start + token.offset + token.length;
    next += 1;
  }
  return end;
}
