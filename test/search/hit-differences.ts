export interface Hit {
  id: string;
  score: number;
}

/** Scores that are the same but for the order of additions. */
const TOLERANCE = 1e-9;

/**
 * How two answers differ, in words; nothing when both have the same documents with the same scores, in the same
 * order but for equal scores, which rounding may have told apart in one of them.
 */
export function hitDifferences(actual: readonly Hit[], expected: readonly Hit[]): string[] {
  const isSame = (left: number | undefined, right: number) =>
    left !== undefined && Math.abs(left - right) <= TOLERANCE;
  const scores = new Map(expected.map(({ id, score }) => [id, score]));
  const differences = actual.flatMap(({ id, score }, place) => {
    const own = scores.get(id);
    const there = expected[place]?.score;
    return isSame(own, score) && isSame(there, score)
      ? []
      : [`place ${place}: ${id} has ${score}, should have ${own}, and ${there} belongs there`];
  });
  return actual.length === expected.length
    ? differences
    : [`${actual.length} documents, should be ${expected.length}`, ...differences];
}
