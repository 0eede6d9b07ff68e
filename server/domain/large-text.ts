const LINE_FEED = 10;
/** Beyond this many lines a text is not taken apart: it would block the process for everybody else. */
const MOST_LINES = 40_000;

/** Whether a text has more lines than are compared one by one. */
export function hasTooManyLines(text: string): boolean {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && lines <= MOST_LINES; at = text.indexOf('\n', at + 1))
    lines += 1;
  return lines >= MOST_LINES;
}

/** How many lines a text has: one more than line feeds. Looked for one by one, which of many beats searching. */
export function countLines(text: string): number {
  let lines = 1;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === LINE_FEED) lines += 1;
  return lines;
}

/** What texts have in common at both ends, in whole lines. */
export interface SharedEnds {
  /** Empty, or with its last line feed. */
  head: string;
  /** Empty, or with the line feed before it. */
  tail: string;
  /** What stands between in each text. */
  middles: string[];
}

/** Sets equal beginnings and ends of texts aside, in time linear in their length. */
export function sharedEnds(texts: readonly [string, ...string[]]): SharedEnds {
  const [first, ...others] = texts;
  const shortest = Math.min(...texts.map((text) => text.length));
  const same = Math.min(shortest, ...others.map((other) => sharedStart(first, other)));
  const headLength = same === 0 ? 0 : first.lastIndexOf('\n', same - 1) + 1;
  const sameEnd = Math.min(shortest - headLength, ...others.map((other) => sharedEnd(first, other)));
  const tailStart = first.indexOf('\n', first.length - sameEnd);
  const tailLength = sameEnd === 0 || tailStart === -1 ? 0 : first.length - tailStart;
  return {
    head: first.slice(0, headLength),
    tail: first.slice(first.length - tailLength),
    middles: texts.map((text) => text.slice(headLength, text.length - tailLength)),
  };
}

/** Compared whole pieces at a time, which costs a hundredth of one character after the other. */
const PIECE = 4096;

/** How many characters are the same at the start of both. */
function sharedStart(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  let same = 0;
  while (same < shorter && left.slice(same, same + PIECE) === right.slice(same, same + PIECE)) same += PIECE;
  while (same < shorter && left.charCodeAt(same) === right.charCodeAt(same)) same += 1;
  return Math.min(same, shorter);
}

/** How many characters are the same at the end of both. */
function sharedEnd(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  const piece = (text: string, behind: number) =>
    text.slice(text.length - behind - PIECE, text.length - behind);
  let same = 0;
  while (same + PIECE <= shorter && piece(left, same) === piece(right, same)) same += PIECE;
  while (same < shorter && left.at(-1 - same) === right.at(-1 - same)) same += 1;
  return same;
}
