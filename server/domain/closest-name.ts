/** How many letters may be wrong: two, and in short names fewer, because those resemble each other anyway. */
const MOST_EDITS = 2;
/** Longer words are no mistyped field name, and are not worth the comparison. */
const LONGEST = 64;

/**
 * The name that a person most likely meant, or undefined when none is near: `titel` → `title`,
 * `expectedVersion` → `expected_version`.
 */
export function closestName(written: string, names: readonly string[]): string | undefined {
  if (written.length > LONGEST) return undefined;
  const plain = plainForm(written);
  let closest: string | undefined;
  let fewest = Math.min(MOST_EDITS, Math.floor(plain.length / 3)) + 1;
  for (const name of names) {
    const edits = editDistance(plain, plainForm(name));
    if (edits >= fewest) continue;
    fewest = edits;
    closest = name;
  }
  return closest;
}

/** Other spellings of one name are no edits. */
const plainForm = (name: string) => name.toLowerCase().replaceAll(/[-_ ]/g, '');

/** Optimal string alignment: letters added, left out, changed, or two neighbours swapped. */
function editDistance(left: string, right: string): number {
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let line = 1; line <= left.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[line - 1] === right[column - 1];
      const isSwap = left[line - 1] === right[column - 2] && left[line - 2] === right[column - 1];
      next.push(
        Math.min(
          at(row, column) + 1,
          at(next, column - 1) + 1,
          at(row, column - 1) + (isSame ? 0 : 1),
          isSwap && column > 1 && line > 1 ? at(before, column - 2) + 1 : Infinity,
        ),
      );
    }
    before = row;
    row = next;
  }
  return at(row, right.length);
}

const at = (row: readonly number[], column: number) => row[column] ?? Infinity;
