import type { SearchQuery } from '../../domain/search-query.ts';
import { characterPairs } from '../analysis/character-pairs.ts';
import { foldedRuns, type FoldedRun } from '../analysis/fold.ts';
import { identifierParts } from '../analysis/identifier-parts.ts';
import { isStopWord, termKey } from '../analysis/term-key.ts';

/** What is looked up: documents that hold a word, or any word that begins so. */
export interface WantedTerm {
  kind: 'word' | 'prefix';
  /** Folded: the word as it is written, or the beginning. */
  text: string;
  /** How often the query says it. */
  occurrences: number;
  /** A prefix that may be a whole word already: the word is welcome in all its forms. */
  isUnfinished: boolean;
  /** Whether it may be misspelt: words of people, but not characters of unspaced scripts and parts of phrases. */
  mayBeTypo: boolean;
  /** Whether the query says it outside of phrases. */
  isWord: boolean;
  /** Whether it is only a part of an identifier that the query says. */
  isPart: boolean;
}

/** Terms that stand one after the other. */
export interface Phrase {
  /** With its place, counted in words from the first. */
  terms: readonly { term: string; offset: number }[];
  /** One term for each place: scripts without spaces by single characters. */
  sequence: readonly string[];
}

/** A query in the terms of the index. */
export interface QueryTerms {
  /** Each of these must be held. */
  strict: readonly WantedTerm[];
  /** Of these any is welcome: identifiers are looked for by their parts too. */
  relaxed: readonly WantedTerm[];
  /** Terms of the stop words that are not looked for; titles that hold them are closer. */
  stopWords: readonly string[];
  /** Runs of scripts without spaces: must be held as they stand, unless the search is relaxed. */
  runs: readonly Phrase[];
  /** In quotes: must be held always. */
  phrases: readonly Phrase[];
  excludedTerms: readonly string[];
  excludedPhrases: readonly Phrase[];
}

/** As many terms are taken; the search looks for a few of them in the end (security Q1). */
const MAX_WANTED_TERMS = 64;
const MAX_PREFIXES = 16;
/** As many words of a phrase are compared. */
const MAX_PHRASE_TERMS = 64;
const MIN_PREFIX_LENGTH = 2;

/**
 * Takes a query to the terms that documents are filed under. English stop words ask for nothing, unless there
 * are no other words; within phrases they count. Linear in the length of the query.
 */
export function readQueryTerms(query: SearchQuery): QueryTerms {
  const phrases = query.phrases.map((text) => phraseOf(foldedRuns(text))).filter(isPhrase);
  const runs = query.words
    .flatMap(({ text }) => foldedRuns(text))
    .filter(({ isUnspaced }) => isUnspaced)
    .map((run) => phraseOf([run]))
    .filter(({ terms }) => terms.length > 1);
  const excluded = query.excluded.map((text) => foldedRuns(text)).filter((found) => found.length > 0);
  const { wanted: strict, stopWords } = collectTerms(query, () => []);
  return {
    strict,
    relaxed: collectTerms(query, identifierParts).wanted,
    stopWords,
    runs,
    phrases,
    excludedTerms: excluded.flatMap((found) => singleTerm(found) ?? []),
    excludedPhrases: excluded.filter((found) => singleTerm(found) === undefined).map(phraseOf),
  };
}

const isPhrase = ({ terms }: Phrase): boolean => terms.length > 0;

function collectTerms(
  query: SearchQuery,
  partsOf: (raw: string) => string[],
): { wanted: WantedTerm[]; stopWords: string[] } {
  const parts = query.words.flatMap(({ text }) => foldedRuns(text).flatMap(({ raw }) => partsOf(raw)));
  const found = distinct([
    ...query.words.flatMap(termsOfWord),
    ...query.phrases.flatMap((text) =>
      foldedRuns(text).flatMap((run) => termsOfRun(run, { mayBeTypo: false, isWord: false })),
    ),
    ...parts.map((part): WantedTerm => ({ ...wantedWord(part), isPart: true })),
  ]);
  const telling = found.filter((wanted) => !asksForNothing(wanted));
  if (telling.length === 0) return { wanted: bounded(found), stopWords: [] };
  const stopWords = found.filter(asksForNothing).map(({ text }) => termKey(text));
  return { wanted: bounded(telling), stopWords: stopWords.slice(0, MAX_WANTED_TERMS) };
}

const asksForNothing = ({ kind, text }: WantedTerm): boolean => kind === 'word' && isStopWord(text);

function bounded(found: readonly WantedTerm[]): WantedTerm[] {
  let prefixes = 0;
  const affordable = found.filter(({ kind }) => {
    if (kind === 'prefix') prefixes += 1;
    return kind === 'word' || prefixes <= MAX_PREFIXES;
  });
  return affordable.slice(0, MAX_WANTED_TERMS);
}

function termsOfWord({ text, prefix, unfinished }: SearchQuery['words'][number]): WantedTerm[] {
  const runs = foldedRuns(text);
  const isUnfinished = unfinished === true;
  return runs.flatMap((run, index) =>
    prefix && index === runs.length - 1 && canBePrefix(run)
      ? [{ ...wantedWord(run.text), kind: 'prefix', isUnfinished, mayBeTypo: isUnfinished }]
      : termsOfRun(run, { mayBeTypo: true, isWord: true }),
  );
}

function canBePrefix({ text, isUnspaced }: FoldedRun): boolean {
  return !isUnspaced && Array.from(text).length >= MIN_PREFIX_LENGTH;
}

function termsOfRun(
  { text, isUnspaced }: FoldedRun,
  traits: Pick<WantedTerm, 'mayBeTypo' | 'isWord'>,
): WantedTerm[] {
  if (!isUnspaced) return [{ ...wantedWord(text), ...traits }];
  const { singles, pairs } = characterPairs(text);
  const pieces = pairs.length > 0 ? pairs : singles;
  return pieces.map((piece) => ({ ...wantedWord(piece), ...traits, mayBeTypo: false }));
}

/** A word by itself. */
export function wantedWord(text: string): WantedTerm {
  const traits = { isUnfinished: false, mayBeTypo: true, isWord: true, isPart: false };
  return { kind: 'word', text, occurrences: 1, ...traits };
}

/** Words of one term are one; it counts as often as they are said. */
function distinct(found: readonly WantedTerm[]): WantedTerm[] {
  const byName = new Map<string, WantedTerm>();
  for (const wanted of found) {
    const name = wanted.kind === 'word' ? termKey(wanted.text) : `${wanted.text}*`;
    const known = byName.get(name);
    byName.set(name, known ? { ...known, occurrences: known.occurrences + 1 } : wanted);
  }
  return [...byName.values()];
}

function phraseOf(runs: readonly FoldedRun[]): Phrase {
  const terms: { term: string; offset: number }[] = [];
  const sequence: string[] = [];
  for (const { text, isUnspaced } of runs) {
    const start = sequence.length;
    const { singles, pairs } = isUnspaced ? characterPairs(text) : { singles: [text], pairs: [] };
    const pieces = pairs.length > 0 ? pairs : singles;
    terms.push(...pieces.map((piece, index) => ({ term: termKey(piece), offset: start + index })));
    sequence.push(...singles.map((single) => termKey(single)));
  }
  return { terms: terms.slice(0, MAX_PHRASE_TERMS), sequence: sequence.slice(0, MAX_PHRASE_TERMS) };
}

/** The term of what is one word, or one character of an unspaced script. */
function singleTerm(runs: readonly FoldedRun[]): string | undefined {
  const { terms } = phraseOf(runs);
  return terms.length === 1 ? terms[0]?.term : undefined;
}
