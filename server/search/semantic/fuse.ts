/** What one of two lists says about a document. */
export interface Fused<Key> {
  key: Key;
  /** Sum over both lists of 1 / (60 + rank). */
  score: number;
  match: 'keyword' | 'semantic' | 'both';
}

/** How many of each list take part: behind them rank says little. */
export const FUSED_DEPTH = 100;

/** Cormack, Clarke and Büttcher, "Reciprocal rank fusion", SIGIR 2009. */
const K = 60;

/**
 * Joins the best 100 by words and the best 100 by meaning into one list by reciprocal rank. Equal ones stand in the
 * order of the words, then of the meaning, so the same lists always give the same order.
 *
 * @param keyword documents by words, best first.
 * @param semantic documents by meaning, best first.
 * @param isKeyword whether a document that is not among the best 100 by words is found by words all the same.
 */
export function fuse<Key>(
  keyword: readonly Key[],
  semantic: readonly Key[],
  isKeyword: (key: Key) => boolean,
): Fused<Key>[] {
  const fused = new Map<Key, Fused<Key>>();
  for (const [index, key] of keyword.slice(0, FUSED_DEPTH).entries()) {
    fused.set(key, { key, score: 1 / (K + index + 1), match: 'keyword' });
  }
  for (const [index, key] of semantic.slice(0, FUSED_DEPTH).entries()) {
    const byWords = fused.get(key);
    const score = (byWords?.score ?? 0) + 1 / (K + index + 1);
    const match = byWords || isKeyword(key) ? 'both' : 'semantic';
    fused.set(key, { key, score, match });
  }
  return [...fused.values()].toSorted((a, b) => b.score - a.score);
}
