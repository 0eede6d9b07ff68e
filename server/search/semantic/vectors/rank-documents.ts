import { WANTED, type DocumentCatalog } from './document-catalog.ts';
import { NOT_LOOKED_AT, type ClosestPassages } from './vector-table.ts';

/** A document that is close to a question in meaning, and the section that is closest. */
export interface SemanticHit {
  id: string;
  /** Cosine, at most 1. */
  score: number;
  section: string | null;
  anchor: string | null;
}

export const MOST_SEMANTIC_HITS = 100;

/** Below this no model means anything. */
const LEAST_SCORE = 0.2;

/**
 * The wanted documents that are closest, best first, equal ones by id: at most 100, and only those in the upper half
 * between the average document that the reader may see and the best of these. Models differ in what a cosine is
 * worth, so the line follows the model. Nothing that the reader may not see moves it.
 */
export function rankDocuments(
  closest: ClosestPassages,
  marks: Uint8Array,
  catalog: Pick<DocumentCatalog, 'idOf'>,
): SemanticHit[] {
  const { scores } = closest;
  const least = leastScore(scores);
  const near: { number: number; score: number; id: string }[] = [];
  for (const [number, mark] of marks.entries()) {
    const score = scores[number] ?? NOT_LOOKED_AT;
    if (mark === WANTED && score >= least) near.push({ number, score, id: catalog.idOf(number) });
  }
  return near
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_SEMANTIC_HITS)
    .map(({ number, score, id }) => {
      const passage = closest.passageOf(number);
      return { id, score, section: passage?.section ?? null, anchor: passage?.anchor ?? null };
    });
}

function leastScore(scores: Float32Array): number {
  let sum = 0;
  let count = 0;
  let best = NOT_LOOKED_AT;
  for (const score of scores) {
    if (score === NOT_LOOKED_AT) continue;
    sum += score;
    count += 1;
    if (score > best) best = score;
  }
  return count === 0 ? LEAST_SCORE : Math.max(LEAST_SCORE, (sum / count + best) / 2);
}
