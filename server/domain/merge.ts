import { diff3Merge } from 'node-diff3';

export interface MergedText {
  /** The merged text; conflicting passages stand between conflict markers. */
  text: string;
  /** How many passages both sides changed differently. */
  conflicts: number;
}

/** Above this many pairs of equal lines a line merge could block the process: the whole text conflicts then. */
const MAX_LINE_PAIRS = 2_000_000;

/**
 * Three-way merge by lines: what only one side changed is taken, what both changed the same way too, and
 * what both changed differently is a conflict, shown with both sides and the base.
 */
export function mergeText(base: string, live: string, proposed: string): MergedText {
  if (live === base || live === proposed) return { text: proposed, conflicts: 0 };
  if (proposed === base) return { text: live, conflicts: 0 };
  const [baseLines, liveLines, proposedLines] = [base, live, proposed].map((text) => text.split('\n'));
  if (!baseLines || !liveLines || !proposedLines) throw new Error('Splitting three texts gives three lists.');
  if (equalPairs(baseLines, liveLines) + equalPairs(baseLines, proposedLines) > MAX_LINE_PAIRS) {
    return { text: conflictBlock(liveLines, baseLines, proposedLines).join('\n'), conflicts: 1 };
  }
  let conflicts = 0;
  const merged: string[] = [];
  for (const region of diff3Merge(liveLines, baseLines, proposedLines, { excludeFalseConflicts: true })) {
    if (region.ok) {
      for (const line of region.ok) merged.push(line);
    } else if (region.conflict) {
      conflicts += 1;
      const { a, o, b } = region.conflict;
      for (const line of conflictBlock(a, o, b)) merged.push(line);
    }
  }
  return { text: merged.join('\n'), conflicts };
}

function conflictBlock(live: readonly string[], base: readonly string[], proposed: readonly string[]): string[] {
  return ['<<<<<<< live', ...live, '||||||| base', ...base, '=======', ...proposed, '>>>>>>> proposed'];
}

/** How many pairs of equal lines two lists have: what the merge's running time follows. */
function equalPairs(left: readonly string[], right: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of left) counts.set(line, (counts.get(line) ?? 0) + 1);
  let pairs = 0;
  for (const line of right) pairs += counts.get(line) ?? 0;
  return pairs;
}
