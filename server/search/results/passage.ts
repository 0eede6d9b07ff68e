import type { Finder, Match } from './matches.ts';

/** A passage is judged by what stands within this many characters. */
export const PASSAGE = 200;
const MAX_MATCHES = 2000;
/** When a passage holds everything, so much more text is looked through for one that says it more often. */
const FURTHER = 2000;

export interface Passage {
  start: number;
  end: number;
}

/**
 * The passage of a text that says most about why it was found: most whole phrases, then most different terms,
 * then most matches; the first of equals. Null when it holds nothing that was looked for.
 */
export function bestPassage(text: string, finder: Finder): Passage | null {
  if (finder.terms + finder.phrases === 0) return null;
  const window = createWindow(finder);
  let best: (Passage & { worth: number }) | null = null;
  let count = 0;
  let end = text.length;
  finder.visitMatches(text, (match) => {
    const worth = window.add(match);
    if (!best || worth > best.worth) best = { start: window.start(), end: window.end(), worth };
    count += 1;
    if (end === text.length && window.isFull()) end = match.end + FURTHER;
    return count < MAX_MATCHES ? end : 0;
  });
  return best;
}

/** The last matches that stand within one passage, and what they are worth. */
function createWindow({ terms, phrases }: Finder) {
  const matches: Match[] = [];
  const counts = new Uint32Array(terms + phrases);
  let first = 0;
  let heldTerms = 0;
  let heldPhrases = 0;

  function count(unit: number, change: 1 | -1): void {
    const before = counts[unit] ?? 0;
    counts[unit] = before + change;
    const difference = Number(before + change > 0) - Number(before > 0);
    if (unit < terms) heldTerms += difference;
    else heldPhrases += difference;
  }

  return {
    add(match: Match): number {
      const end = Math.min(match.end, match.start + PASSAGE);
      matches.push({ ...match, end });
      count(match.unit, 1);
      for (let left = matches[first]; left && end - left.start > PASSAGE; left = matches[first]) {
        count(left.unit, -1);
        first += 1;
      }
      return (heldPhrases * (terms + 1) + heldTerms) * MAX_MATCHES + (matches.length - first);
    },
    isFull: () => heldTerms === terms && heldPhrases === phrases,
    start: () => matches[first]?.start ?? 0,
    end: () => matches.at(-1)?.end ?? 0,
  };
}
