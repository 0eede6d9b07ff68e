import { termKey } from '../analysis/term-key.ts';
import { titleFrequency } from '../index/frequency.ts';
import { FIELDS, type DocumentSet, type IndexReader } from '../index/index-reader.ts';
import { termsOfPrefix, termsOfTypo } from './expansion.ts';
import { readQueryTerms, type WantedTerm } from './query-terms.ts';
import { readableWords } from './readable-words.ts';
import { topDocuments, type ScoredDocument } from './top-documents.ts';

/** As much of a text is looked at. */
const MAX_TEXT_LENGTH = 500;

/** What a word of a title counts that begins with the word asked for, or differs by one typo. */
const BEGINNING = 0.75;
const TYPO = 0.5;
/** Shorter words begin and resemble too many others. */
const MIN_PREFIX_LENGTH = 3;
const MIN_TYPO_LENGTH = 4;

const TITLE = FIELDS.indexOf('title');

/**
 * The documents of `readable` whose titles come closest to a text, best first, for "did you mean". A word of the
 * text counts as it is, as the beginning of a word, or with one typo. The more of the text a title covers, the
 * closer; among those the one that says least besides; then the newest. What is outside of `readable` makes no
 * difference.
 */
export function closestTitles(
  index: IndexReader,
  text: string,
  readable: DocumentSet,
  limit: number,
): ScoredDocument[] {
  const words = text.slice(0, MAX_TEXT_LENGTH).toWellFormed().split(/\s+/);
  const { relaxed: wanted } = readQueryTerms({
    words: words.map((word) => ({ text: word, prefix: false })),
    phrases: [],
    excluded: [],
  });
  const covered = new Float64Array(index.capacity);
  for (const term of wanted) addCoverage(index, readable, term, covered);
  const documents = Uint32Array.from(covered.keys()).filter((document) => (covered[document] ?? 0) > 0);
  const scores = Float64Array.from(documents, (document) => {
    const held = covered[document] ?? 0;
    const share = held / Math.max(1, index.fieldLength(TITLE, document));
    return (held / wanted.length) * (1 + Math.min(1, share));
  });
  return topDocuments(index, { documents, count: documents.length }, scores, { limit, offset: 0 });
}

/** Adds to each document whose title holds a word what the best way to take the word is worth. */
function addCoverage(
  index: IndexReader,
  readable: DocumentSet,
  { text, mayBeTypo }: WantedTerm,
  covered: Float64Array,
): void {
  const best = new Map<number, number>();
  const raise = (terms: readonly number[], value: number) => {
    for (const term of terms) visitTitles(index, term, readable, (document) => best.set(document, value));
  };
  const length = mayBeTypo ? Array.from(text).length : 0;
  const isHeld = readableWords(index, readable);
  if (length >= MIN_TYPO_LENGTH) raise(termsOfTypo(index, text, isHeld), TYPO);
  if (length >= MIN_PREFIX_LENGTH) raise(termsOfPrefix(index, text, isHeld), BEGINNING);
  const own = index.terms.find(termKey(text));
  if (own !== -1) raise([own], 1);
  for (const [document, value] of best) covered[document] = (covered[document] ?? 0) + value;
}

function visitTitles(
  index: IndexReader,
  term: number,
  { mask }: DocumentSet,
  visit: (document: number) => void,
): void {
  for (const { documents, codes, packed, start, end } of index.postings(term)) {
    for (let at = start; at < end; at += 1) {
      const document = documents[at] ?? 0;
      if (titleFrequency(packed[codes[at] ?? 0] ?? 0) > 0 && mask[document] === 1) visit(document);
    }
  }
}
