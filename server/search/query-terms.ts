import type { SearchQuery } from '../domain/search-query.ts';
import { characterPairs, foldedRuns, identifierParts, isStopWord, wordKey } from './analysis.ts';

/** What a document is looked up by: one key, or every written word that starts so. */
export type QueryTerm = { kind: 'key'; key: string } | { kind: 'prefix'; prefix: string };

/** As many terms as a query may have in the end, characters of unspaced scripts included (security Q1). */
const MAX_QUERY_TERMS = 16;

/**
 * The terms that a document must hold to answer the query word for word. English stop words ask for nothing,
 * unless there are no other words.
 */
export function strictTerms(query: SearchQuery): QueryTerm[] {
  return collectTerms(query, (word) => [word]);
}

/** The terms of which a document may hold any: identifiers are looked for by their parts too. */
export function relaxedTerms(query: SearchQuery): QueryTerm[] {
  return collectTerms(query, (word, raw) => [word, ...identifierParts(raw)]);
}

function collectTerms(query: SearchQuery, spellings: (word: string, raw: string) => string[]): QueryTerm[] {
  const terms: QueryTerm[] = [];
  const stopTerms: QueryTerm[] = [];
  for (const { text, prefix } of [
    ...query.words,
    ...query.phrases.map((phrase) => ({ text: phrase, prefix: false })),
  ]) {
    const runs = foldedRuns(text);
    for (const [index, { raw, text: word, isUnspaced }] of runs.entries()) {
      if (isUnspaced) {
        terms.push(...unspacedTerms(word));
      } else if (prefix && index === runs.length - 1) {
        terms.push({ kind: 'prefix', prefix: word });
      } else {
        const found = spellings(word, raw).map((spelling): QueryTerm => ({
          kind: 'key',
          key: wordKey(spelling),
        }));
        (isStopWord(word) ? stopTerms : terms).push(...found);
      }
    }
  }
  const wanted = terms.length > 0 ? terms : stopTerms;
  return distinct(wanted).slice(0, MAX_QUERY_TERMS);
}

function unspacedTerms(run: string): QueryTerm[] {
  const { singles, pairs } = characterPairs(run);
  return (pairs.length > 0 ? pairs : singles).map((key) => ({ kind: 'key', key }));
}

function distinct(terms: readonly QueryTerm[]): QueryTerm[] {
  const byName = new Map(terms.map((term) => [term.kind === 'key' ? term.key : `${term.prefix}*`, term]));
  return [...byName.values()];
}
