import type { SearchQuery } from '../../domain/search-query.ts';
import type { MatchReason } from '../../search-ports.ts';
import { termKey } from '../analysis/term-key.ts';
import type { IndexReader } from '../index/index-reader.ts';
import { findAll, findAny, type Attempt, type Search } from './attempts.ts';
import type { FindDocuments, FindRequest, Findings, FoundDocument, Highlights } from './findings.ts';
import { matchMask, maskOf, withoutPhrases, type Matches } from './matching.ts';
import { readQueryTerms, type QueryTerms } from './query-terms.ts';
import { rank } from './ranking.ts';
import type { TermGroup } from './term-group.ts';
import { topDocuments } from './top-documents.ts';

/** Fewer documents than these leave somebody who asked in a sentence without an answer. */
const FEW = 10;
/** So many words that tell something make a sentence, with stop words among them or without. */
const WORDS_OF_SENTENCE = 3;
const WORDS_WITHOUT_STOP_WORDS = 5;

/**
 * All documents that answer a query, ranked (decisions, "Search grammar"). Strict first: every word, every
 * beginning of a word and every phrase. When nothing holds them all, words that nothing readable holds are taken
 * with one typo or as beginnings; when that finds nothing either, any word will do and the answer is `relaxed`.
 * The few documents that hold all words of a sentence are followed by those that hold some. Phrases bind, unless
 * nothing wanted holds them: then they are taken for their words, and the answer is `relaxed`. Exclusions bind
 * always. A query without words and phrases lists newest first.
 *
 * Which documents the reader may not see makes no difference to anything in the answer (security A3): what words
 * exist and how rare they are is asked of `readable` only. The work is bounded (security Q1).
 */
export const findDocuments: FindDocuments = (index, request) => {
  const found = findBound(index, request);
  if (found.total > 0 || request.query.phrases.length === 0) return found;
  const loose = findBound(index, { ...request, query: withWordsOfPhrases(request.query) });
  return { ...loose, relaxed: loose.total > 0 };
};

function withWordsOfPhrases({ words, phrases, excluded }: SearchQuery): SearchQuery {
  const wordsOfPhrases = phrases.map((text) => ({ text, prefix: false }));
  return { words: [...words, ...wordsOfPhrases], phrases: [], excluded };
}

const findBound: FindDocuments = (index, request) => {
  const { query } = request;
  const terms = readQueryTerms(query);
  const allowed = withoutTerms(index, request, terms.excludedTerms);
  const search: Search = { index, request, terms, allowed };
  if (query.words.length === 0 && query.phrases.length === 0) return newestFirst(search);
  const all = findAll(search);
  if (all && (all.matches.count >= FEW || !isSentence(terms))) return answer(search, all);
  const first = all && { mask: maskOf(index, all.matches), count: all.matches.count };
  return answer(search, findAny(search), first ?? { mask: new Uint8Array(), count: 0 });
};

function isSentence({ strict, stopWords }: QueryTerms): boolean {
  return strict.length >= (stopWords.length > 0 ? WORDS_OF_SENTENCE : WORDS_WITHOUT_STOP_WORDS);
}

function withoutTerms(index: IndexReader, { wanted }: FindRequest, excluded: readonly string[]): Uint8Array {
  if (excluded.length === 0) return wanted.mask;
  const allowed = wanted.mask.slice();
  for (const text of excluded) {
    const term = index.terms.find(text);
    for (const { documents, start, end } of term === -1 ? [] : index.postings(term)) {
      for (let at = start; at < end; at += 1) allowed[documents[at] ?? 0] = 0;
    }
  }
  return allowed;
}

function newestFirst({ index, request, allowed, terms }: Search): Findings {
  const matches = withoutPhrases(index, matchMask(index, allowed), terms.excludedPhrases);
  const times = new Float64Array(matches.count);
  for (let place = 0; place < matches.count; place += 1) {
    times[place] = index.updatedAt(matches.documents[place] ?? 0);
  }
  const page = topDocuments(index, matches, times, request);
  return {
    documents: page.map(({ document }): FoundDocument => ({ document, score: 0, reasons: [] })),
    total: matches.count,
    relaxed: false,
    highlights: { terms: [], prefixes: [], phrases: [] },
  };
}

/**
 * Ranks what was found and cuts the page.
 *
 * @param first the documents that hold every word, when others were found too: they come first
 */
function answer(
  { index, request, terms }: Search,
  { groups, phrases, matches }: Attempt,
  first?: { mask: Uint8Array; count: number },
): Findings {
  const scores = rank(index, request.readable, groups, matches, terms.stopWords);
  if (first && first.count > 0) raise(matches, scores, first.mask);
  const page = topDocuments(index, matches, scores, request);
  const hasPhrases = terms.phrases.length > 0;
  return {
    documents: page.map(({ document, score }): FoundDocument => ({
      document,
      score,
      reasons: reasonsFor(groups, matches, document, hasPhrases),
    })),
    total: matches.count,
    relaxed: first !== undefined && matches.count > first.count,
    highlights: highlightsOf(
      index,
      groups,
      phrases.map(({ sequence }) => sequence),
    ),
  };
}

/** Adds to the scores of some documents what takes them before all others, so that scores tell the order. */
function raise({ documents, count }: Matches, scores: Float64Array, mask: Uint8Array): void {
  let highest = 0;
  for (let place = 0; place < count; place += 1) {
    if (mask[documents[place] ?? 0] !== 1) highest = Math.max(highest, scores[place] ?? 0);
  }
  for (let place = 0; place < count; place += 1) {
    if (mask[documents[place] ?? 0] === 1) scores[place] = (scores[place] ?? 0) + highest;
  }
}

const REASONS = ['words', 'phrase', 'prefix', 'typo'] as const;

function reasonsFor(
  groups: readonly TermGroup[],
  { rows }: Matches,
  document: number,
  hasPhrases: boolean,
): MatchReason[] {
  const reasons = new Set<MatchReason | null>(
    groups.filter((_, number) => (rows[number]?.[document] ?? 0) > 0).map(({ reason }) => reason),
  );
  if (hasPhrases) reasons.add('phrase');
  return REASONS.filter((reason) => reasons.has(reason));
}

function highlightsOf(
  index: IndexReader,
  groups: readonly TermGroup[],
  phrases: Highlights['phrases'],
): Highlights {
  const words = groups.filter(({ wanted }) => wanted.kind === 'word');
  const prefixes = groups.filter(({ wanted }) => wanted.kind === 'prefix');
  const unfinished = prefixes.filter(({ wanted }) => wanted.isUnfinished);
  const terms = [
    ...words.flatMap((group) => group.terms.map((term) => index.terms.textOf(term))),
    ...unfinished.map(({ wanted }) => termKey(wanted.text)),
  ];
  return {
    terms: [...new Set(terms)].toSorted(),
    prefixes: prefixes.map(({ wanted }) => wanted.text),
    phrases,
  };
}
