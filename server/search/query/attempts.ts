import type { IndexReader } from '../index/index-reader.ts';
import type { FindRequest } from './findings.ts';
import { matchAll, matchAny, maskOf, withoutPhrases, withPhrases, type Matches } from './matching.ts';
import type { Phrase, QueryTerms } from './query-terms.ts';
import { inverseDocumentFrequency } from './ranking.ts';
import { groupOf, guessedGroup, type TermGroup } from './term-group.ts';

/** As many terms are looked for at once (security Q1). */
const MAX_TERMS = 16;

export interface Search {
  index: IndexReader;
  request: FindRequest;
  terms: QueryTerms;
  /** What was asked for, without what holds excluded words. */
  allowed: Uint8Array;
}

/** One way to take the query: what was looked for, and what was found. */
export interface Attempt {
  groups: readonly TermGroup[];
  phrases: readonly Phrase[];
  matches: Matches;
}

/**
 * What holds every word, every beginning of a word and every phrase; when nothing does, words that nothing
 * readable holds are taken with one typo or as beginnings. Undefined when nothing is found, or when there are
 * more words than any document is likely to hold.
 */
export function findAll(search: Search): Attempt | undefined {
  const { index, request, terms } = search;
  if (terms.strict.length > MAX_TERMS) return undefined;
  const groups = terms.strict.map((wanted) => groupOf(index, request.readable, wanted));
  if (groups.every(isHeld)) return findGroups(search, groups);
  return findGroups(search, guessUnheld(search, groups));
}

function findGroups({ index, terms, allowed }: Search, groups: readonly TermGroup[]): Attempt | undefined {
  if (groups.length === 0 || !groups.every(isHeld)) return undefined;
  const phrases = [...terms.phrases, ...terms.runs];
  const all = matchAll(index, allowed, groups, phrases);
  const matches = withoutPhrases(index, all, terms.excludedPhrases);
  return matches.count > 0 ? { groups, phrases, matches } : undefined;
}

const isHeld = ({ documentFrequency }: TermGroup): boolean => documentFrequency > 0;

function guessUnheld({ index, request }: Search, groups: readonly TermGroup[]): TermGroup[] {
  return groups.map((group) => (isHeld(group) ? group : guessedGroup(index, request.readable, group.wanted)));
}

/** What holds any of the words that tell most, and every phrase: what `findAll` found is among it. */
export function findAny(search: Search): Attempt {
  const { index, request, terms, allowed } = search;
  const spelled = terms.relaxed.map((wanted) => groupOf(index, request.readable, wanted));
  const groups = mostTelling(guessUnheld(search, spelled), request.readable.size);
  const within = terms.phrases.length === 0 ? allowed : withTermsOfPhrases(search, groups);
  const any = withPhrases(index, matchAny(index, within, groups), terms.phrases);
  const matches = withoutPhrases(index, any, terms.excludedPhrases);
  return { groups, phrases: terms.phrases, matches };
}

/** Those that weigh most, whole words before parts of identifiers, in the order of the query. */
function mostTelling(groups: readonly TermGroup[], size: number): TermGroup[] {
  const held = groups.filter(isHeld);
  if (held.length <= MAX_TERMS) return held;
  const weightOf = ({ weight, documentFrequency }: TermGroup) =>
    weight * inverseDocumentFrequency(documentFrequency, size);
  const sorted = held.toSorted(
    (left, right) =>
      Number(left.wanted.isPart) - Number(right.wanted.isPart) || weightOf(right) - weightOf(left),
  );
  const telling = new Set(sorted.slice(0, MAX_TERMS));
  return held.filter((group) => telling.has(group));
}

function withTermsOfPhrases({ index, allowed }: Search, groups: readonly TermGroup[]): Uint8Array {
  const required = groups.filter(({ wanted }) => !wanted.isWord);
  return required.length === 0 ? allowed : maskOf(index, matchAll(index, allowed, required, []));
}
