/** A run of lines: kept, or removed from the old text, or added by the new one. */
export interface EditRun {
  kind: 'kept' | 'removed' | 'added';
  count: number;
}

const REMOVED = 0;
const ADDED = 1;
const KINDS = ['removed', 'added'] as const;

/** On a diagonal that no path has reached, or that leads nowhere. */
const NOWHERE = -2;

interface Search {
  before: readonly string[];
  after: readonly string[];
  /** What is added to a diagonal to find it in the next two. */
  middle: number;
  /** How far in `before` the farthest path got on each diagonal: index of its last line. */
  reach: Int32Array;
  /** The node that this path ends with. */
  ends: Int32Array;
  /** Diagonals beyond these lead only away from the end. */
  lowest: number;
  highest: number;
  /** Every path that was begun, as a tree of nodes: the node before, one edit, and the kept lines behind it. */
  previous: Int32Array;
  edits: Uint8Array;
  kept: Int32Array;
  nodes: number;
}

/**
 * The shortest way from one list of lines to another (Myers, "An O(ND) difference algorithm", 1986), or undefined
 * when it takes more than `most` removed and added lines. Time grows with the length of the lists plus `most`
 * squared. Where two ways are equally short, the one that got farther in `before` goes on.
 */
export function shortestEdit(
  before: readonly string[],
  after: readonly string[],
  most: number,
): EditRun[] | undefined {
  const limit = Math.min(most, before.length + after.length);
  const search = startSearch(before, after, limit);
  if (extend(search, 0, { from: -1, previous: -1, edit: REMOVED })) return runsOf(search);
  for (let edits = 1; edits <= limit; edits += 1) {
    // Both ends move while the diagonals between them are tried.
    for (
      let diagonal = Math.max(search.lowest, -edits);
      diagonal <= Math.min(search.highest, edits);
      diagonal += 2
    ) {
      if (branch(search, diagonal)) return runsOf(search);
    }
  }
  return undefined;
}

function startSearch(before: readonly string[], after: readonly string[], limit: number): Search {
  const nodes = ((limit + 1) * (limit + 2)) / 2;
  return {
    before,
    after,
    middle: limit + 1,
    reach: new Int32Array(2 * limit + 3).fill(NOWHERE),
    ends: new Int32Array(2 * limit + 3),
    lowest: -Infinity,
    highest: Infinity,
    previous: new Int32Array(nodes),
    edits: new Uint8Array(nodes),
    kept: new Int32Array(nodes),
    nodes: 0,
  };
}

/** Goes on by one edit to this diagonal, from the neighbour that got farther. True when that was the last edit. */
function branch(search: Search, diagonal: number): boolean {
  const { before, after, reach, ends } = search;
  const place = diagonal + search.middle;
  const removing = reach[place - 1] ?? NOWHERE;
  const adding = reach[place + 1] ?? NOWHERE;
  const canRemove = removing !== NOWHERE && removing + 1 < before.length;
  const addedAt = adding - diagonal;
  const canAdd = adding !== NOWHERE && addedAt >= 0 && addedAt < after.length;
  if (!canRemove && !canAdd) {
    reach[place] = NOWHERE;
    return false;
  }
  return !canRemove || (canAdd && removing < adding)
    ? extend(search, diagonal, { from: adding, previous: ends[place + 1] ?? 0, edit: ADDED })
    : extend(search, diagonal, { from: removing + 1, previous: ends[place - 1] ?? 0, edit: REMOVED });
}

/** Makes a node of an edit and follows the kept lines behind it. True when both lists are at their end. */
function extend(
  search: Search,
  diagonal: number,
  { from, previous, edit }: { from: number; previous: number; edit: number },
): boolean {
  const { before, after, nodes: node } = search;
  let at = from;
  while (
    at + 1 < before.length &&
    at + 1 - diagonal < after.length &&
    before[at + 1] === after[at + 1 - diagonal]
  )
    at += 1;
  search.nodes += 1;
  search.previous[node] = previous;
  search.edits[node] = edit;
  search.kept[node] = at - from;
  search.reach[diagonal + search.middle] = at;
  search.ends[diagonal + search.middle] = node;
  const isOldDone = at + 1 >= before.length;
  const isNewDone = at - diagonal + 1 >= after.length;
  if (isOldDone) search.highest = Math.min(search.highest, diagonal - 1);
  if (isNewDone) search.lowest = Math.max(search.lowest, diagonal + 1);
  return isOldDone && isNewDone;
}

/** The path to the node that was made last, from its start on. */
function runsOf({ previous, edits, kept, nodes }: Search): EditRun[] {
  const runs: EditRun[] = [];
  const add = (kind: EditRun['kind'], count: number) => {
    const last = runs.at(-1);
    if (last?.kind === kind) last.count += count;
    else if (count > 0) runs.push({ kind, count });
  };
  for (let node = nodes - 1; node !== -1; node = previous[node] ?? -1) {
    add('kept', kept[node] ?? 0);
    if (node > 0) add(KINDS[edits[node] ?? REMOVED] ?? 'removed', 1);
  }
  return runs.toReversed();
}
