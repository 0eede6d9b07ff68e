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
  let same = 0;
  while (same < shortest && others.every((text) => text.charCodeAt(same) === first.charCodeAt(same)))
    same += 1;
  const head = first.lastIndexOf('\n', same - 1) + 1;
  const headLength = same === 0 ? 0 : head;
  let tail = 0;
  let tailLength = 0;
  while (tail < shortest - headLength) {
    const code = first.charCodeAt(first.length - 1 - tail);
    if (!others.every((text) => text.charCodeAt(text.length - 1 - tail) === code)) break;
    tail += 1;
    if (code === LINE_FEED) tailLength = tail;
  }
  return {
    head: first.slice(0, headLength),
    tail: first.slice(first.length - tailLength),
    middles: texts.map((text) => text.slice(headLength, text.length - tailLength)),
  };
}
