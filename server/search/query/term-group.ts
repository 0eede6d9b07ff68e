import { termKey } from '../analysis/term-key.ts';
import { packFrequency, tagsFrequency, textFrequency, titleFrequency } from '../index/frequency.ts';
import type { DocumentSet, IndexReader, PostingList } from '../index/index-reader.ts';
import type { MatchReason } from '../../search-ports.ts';
import { termsOfPrefix, termsOfTypo } from './expansion.ts';
import type { WantedTerm } from './query-terms.ts';
import { readableWords } from './readable-words.ts';

/** Terms of the index that count as one: a word, or all that its beginning or a typo stands for. */
export interface TermGroup {
  terms: readonly number[];
  /** Ascending; documents outside of `readable` and deleted ones may be among them. */
  postings: readonly PostingList[];
  /** How many readable documents hold any of the terms. */
  documentFrequency: number;
  weight: number;
  /** Why a document that holds it was found; null for parts of phrases. */
  reason: MatchReason | null;
  wanted: WantedTerm;
}

const TYPO_WEIGHT = 0.5;
const MIN_TYPO_LENGTH = 5;
const MIN_PREFIX_LENGTH = 4;

/** Looks up what is wanted, as it is spelled. */
export function groupOf(index: IndexReader, readable: DocumentSet, wanted: WantedTerm): TermGroup {
  const own = wanted.kind === 'word' || wanted.isUnfinished ? index.terms.find(termKey(wanted.text)) : -1;
  const begun =
    wanted.kind === 'prefix' ? termsOfPrefix(index, wanted.text, readableWords(index, readable)) : [];
  const terms = own === -1 || begun.includes(own) ? begun : [...begun, own];
  const plainReason = wanted.isWord ? 'words' : null;
  const reason = wanted.kind === 'prefix' ? 'prefix' : plainReason;
  return { wanted, reason, weight: wanted.occurrences, ...joinTerms(index, readable, terms) };
}

/**
 * What a word may have meant that nothing readable holds: words that are one edit away and, failing that, words
 * that begin so. Holds no terms when there is neither.
 */
export function guessedGroup(index: IndexReader, readable: DocumentSet, wanted: WantedTerm): TermGroup {
  const length = wanted.mayBeTypo ? Array.from(wanted.text).length : 0;
  const isHeld = length < MIN_PREFIX_LENGTH ? () => false : readableWords(index, readable);
  const typo = length < MIN_TYPO_LENGTH ? [] : termsOfTypo(index, wanted.text, isHeld);
  const mayBePrefix = typo.length === 0 && length >= MIN_PREFIX_LENGTH;
  const terms = mayBePrefix ? termsOfPrefix(index, wanted.text, isHeld) : typo;
  return {
    wanted: { ...wanted, kind: mayBePrefix ? 'prefix' : 'word' },
    reason: mayBePrefix ? 'prefix' : 'typo',
    weight: TYPO_WEIGHT * wanted.occurrences,
    ...joinTerms(index, readable, terms),
  };
}

type JoinedTerms = Pick<TermGroup, 'terms' | 'postings' | 'documentFrequency'>;

/** The postings of several terms as if they were one term: frequencies are sums, documents are counted once. */
export function joinTerms(index: IndexReader, readable: DocumentSet, terms: readonly number[]): JoinedTerms {
  const [term] = terms;
  if (term === undefined) return { terms, postings: [], documentFrequency: 0 };
  if (terms.length === 1) {
    return {
      terms,
      postings: index.postings(term),
      documentFrequency: documentFrequency(index, readable, term),
    };
  }
  const sums = new Uint32Array(index.capacity);
  let count = 0;
  for (const one of terms) {
    for (const { documents, codes, packed, start, end } of index.postings(one)) {
      for (let at = start; at < end; at += 1) {
        const document = documents[at] ?? 0;
        if (readable.mask[document] !== 1) continue;
        const before = sums[document] ?? 0;
        if (before === 0) count += 1;
        sums[document] = addFrequencies(before, packed[codes[at] ?? 0] ?? 0);
      }
    }
  }
  return { terms, postings: [listOf(sums, count)], documentFrequency: count };
}

/** How many documents of a set hold a term. */
export function documentFrequency(index: IndexReader, set: DocumentSet, term: number): number {
  if (set.isEverything) return index.terms.documentFrequency(term);
  const { mask } = set;
  let count = 0;
  for (const { documents, start, end } of index.postings(term)) {
    for (let at = start; at < end; at += 1) count += mask[documents[at] ?? 0] ?? 0;
  }
  return count;
}

/** A packed frequency below this counts words of the text only. */
const IN_TAGS = 2 ** 18;

function addFrequencies(left: number, right: number): number {
  if (left === 0) return right;
  const sum = left + right;
  if (sum < IN_TAGS) return sum;
  return packFrequency(
    titleFrequency(left) + titleFrequency(right),
    tagsFrequency(left) + tagsFrequency(right),
    textFrequency(left) + textFrequency(right),
  );
}

function listOf(sums: Uint32Array, count: number): PostingList {
  const documents = new Uint32Array(count);
  const codes = new Uint32Array(count);
  const packed = new Uint32Array(count);
  let end = 0;
  for (let document = 0; document < sums.length; document += 1) {
    const frequency = sums[document] ?? 0;
    if (frequency === 0) continue;
    documents[end] = document;
    codes[end] = end;
    packed[end] = frequency;
    end += 1;
  }
  return { documents, codes, packed, start: 0, end };
}
