/** Blocks within blocks; people write three or four. Each level is parsed again with the ones around it. */
const DEEPEST = 8;

/** More than 8 quote and list marks at the start of one line. */
const MARKS = /^[ \t]*(?:>[ \t]?|(?:[-*+]|\d{1,9}[.)])[ \t]+){9}/;
/** More than 40 columns before the mark of a list item. */
const DEEP_ITEM = /^(?: {41}|\t{11})[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/;
const FENCE = /^[ \t>]{0,40}(:{3,})(?=([A-Za-z])|[ \t]*$)/;

/**
 * Whether a text nests quotes, lists or directives so deep that parsing it costs the square of its length, or the
 * whole stack (measured: 2 KB of `:::a` lines take a second). Linear; it may count a level too many, never too few.
 */
export function nestsTooDeep(markdown: string): boolean {
  let open = 0;
  for (let start = 0; start < markdown.length;) {
    const newline = markdown.indexOf('\n', start);
    const end = newline === -1 ? markdown.length : newline;
    const line = markdown.slice(start, Math.min(end, start + 200)).trimEnd();
    if (!isLetter(line) && (hasTooManyMarks(line) || DEEP_ITEM.test(line))) return true;
    const fence = line.includes(':::') ? FENCE.exec(line) : null;
    if (fence) open = fence[2] === undefined ? Math.max(0, open - 1) : open + 1;
    if (open > DEEPEST) return true;
    start = end + 1;
  }
  return false;
}

/** A rule such as `* * * * *` is no nesting. */
function hasTooManyMarks(line: string): boolean {
  return MARKS.test(line) && !/^[ \t]*(?:-[ \t]*)+$|^[ \t]*(?:\*[ \t]*)+$/.test(line);
}

function isLetter(line: string): boolean {
  const code = line.charCodeAt(0) | 0x20;
  return code >= 0x61 && code <= 0x7a;
}
