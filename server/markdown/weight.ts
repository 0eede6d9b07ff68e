/**
 * The heaviest text that is parsed in one go. Parsing takes some 5 µs for each unit of weight, in the worst texts
 * twice that: well within the 50 ms for which the process may be busy (security Q2).
 */
const HEAVIEST = 5000;
/** Longer texts are not weighed: they are too heavy whatever they hold. */
const LONGEST = HEAVIEST;

/** What a line, a line that starts a block such as an item, and a mark weigh more than another character. */
const WEIGHT_OF_LINE = 4;
const WEIGHT_OF_BLOCK = 14;
const BLOCK_START: ReadonlySet<string> = new Set('-*+>|:#[ \t0123456789');
const WEIGHT_OF_MARK = 2;
const MARKS: ReadonlySet<string> = new Set('[]*_~|`<');
/** Marks that are matched with one another cost the square of their number; so many of them weigh 1 each. */
const PAIRING: ReadonlySet<string> = new Set('[]*_~');
const FREE_PAIRINGS = 50;

/** Whether parsing a text at once would hold up everybody else; whoever parses on the server asks first. */
export function isTooHeavy(markdown: string): boolean {
  return parsingWeight(markdown) > HEAVIEST;
}

/** How much work it is to parse a text, in characters of plain prose. */
export function parsingWeight(markdown: string): number {
  let weight = markdown.length;
  if (weight > LONGEST) return weight;
  let pairing = 0;
  for (let index = 0; index < markdown.length; index += 1) {
    const character = markdown.charAt(index);
    if (character === '\n')
      weight += BLOCK_START.has(markdown.charAt(index + 1)) ? WEIGHT_OF_BLOCK : WEIGHT_OF_LINE;
    else if (MARKS.has(character)) weight += WEIGHT_OF_MARK;
    if (PAIRING.has(character)) pairing += 1;
  }
  return weight + (pairing * pairing) / FREE_PAIRINGS;
}
