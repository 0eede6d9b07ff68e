/** FNV-1a, 32 bits, twice with different beginnings: names an item of a checklist, and guards nothing. */
function fnv(text: string, start: number): number {
  let hash = start;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/**
 * Names the items of a text's checklists by their words, so that ticks stay with them when others are added or moved.
 *
 * @returns a function that gives each item its name; the same words again give another one
 */
export function createItemKeys(): (words: string) => string {
  const counts = new Map<string, number>();
  return (words) => {
    const text = words.replaceAll(/\s+/g, ' ').trim().toLowerCase();
    const base = `${fnv(text, 0x811c9dc5).toString(36)}${fnv(text, 0x1234567).toString(36)}`;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    return count === 1 ? base : `${base}-${count}`;
  };
}
