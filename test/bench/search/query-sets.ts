import { seededRandom } from '../corpus.ts';
import type { SearchableDocument } from '../../../server/search/searchable-document.ts';

/** A query as every engine can be given it: plain words, and what is to be done with them. */
export interface BenchQuery {
  kind: 'words' | 'prefix' | 'fuzzy' | 'phrase' | 'ending';
  words: readonly string[];
}

export type QuerySets = Record<
  'oneWord' | 'fourWords' | 'anyOfFour' | 'common' | 'prefix' | 'fuzzy' | 'phrase' | 'ending',
  readonly BenchQuery[]
>;

const PER_SET = 100;
const COMMON = 50;
/** Drawn from the first documents, so that the queries are the same for every size of collection. */
const SOURCES = 1000;

/** Queries of each class, drawn from the documents themselves. Stop words and short words are left out. */
export function drawQueries(
  documents: readonly SearchableDocument[],
  isStopWord: (word: string) => boolean,
): QuerySets {
  const random = seededRandom(23);
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new Error('There is nothing to draw from.');
    return value;
  };
  const sources = documents
    .slice(0, SOURCES)
    .map((document) => ({ document, words: distinctWords(document).filter((word) => !isStopWord(word)) }))
    .filter(({ words }) => words.length >= 8);
  const known = new Set(sources.flatMap(({ words }) => words));
  const wordOf = () => pick(pick(sources).words);
  const words = (...chosen: string[]): BenchQuery => ({ kind: 'words', words: chosen });
  return {
    oneWord: draw(() => words(wordOf())),
    fourWords: draw(() => {
      const source = pick(sources);
      return words(...drawDistinct(4, () => pick(source.words)));
    }),
    anyOfFour: draw(() => words(...drawDistinct(4, wordOf))),
    common: mostCommon(sources.map((source) => source.words)).map((word) => words(word)),
    prefix: draw(() => ({ kind: 'prefix', words: [longWord(wordOf, 5).slice(0, 4)] })),
    fuzzy: draw(() => ({ kind: 'fuzzy', words: [misspelt(longWord(wordOf, 6), random, known)] })),
    phrase: draw(() => ({ kind: 'phrase', words: phraseOf(pick(sources).document, random) })),
    ending: draw(() => ({ kind: 'ending', words: [longWord(wordOf, 6).slice(2)] })),
  };
}

const draw = (one: () => BenchQuery): BenchQuery[] => Array.from({ length: PER_SET }, one);

function drawDistinct(count: number, one: () => string): string[] {
  const drawn = new Set<string>();
  while (drawn.size < count) drawn.add(one());
  return [...drawn];
}

function distinctWords({ title, content }: SearchableDocument): string[] {
  return [...new Set(`${title} ${content}`.toLowerCase().match(/\b[a-z][a-z0-9]{2,20}\b/g))];
}

function mostCommon(documents: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  for (const word of documents.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, COMMON)
    .map(([word]) => word);
}

function longWord(wordOf: () => string, length: number): string {
  for (;;) {
    const word = wordOf();
    if (word.length >= length) return word;
  }
}

/** Leaves out one letter, so that what remains is no word of the documents. */
function misspelt(word: string, random: () => number, known: ReadonlySet<string>): string {
  const at = 1 + Math.floor(random() * (word.length - 1));
  const typo = word.slice(0, at) + word.slice(at + 1);
  return known.has(typo) ? `${typo.slice(0, -1)}q${typo.slice(-1)}` : typo;
}

/** Three words that stand side by side. */
function phraseOf({ content }: SearchableDocument, random: () => number): string[] {
  const runs = content.toLowerCase().match(/\b[a-z]{3,} [a-z]{3,} [a-z]{3,}\b/g) ?? ['the same thing'];
  return (runs[Math.floor(random() * runs.length)] ?? 'the same thing').split(' ');
}
