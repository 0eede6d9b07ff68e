import { createDirectiveDepth, LINE_SEEN } from './directive-depth.ts';

/** Blocks within blocks; people write three or four. Each level is parsed again with the ones around it. */
const DEEPEST = 8;

/** More than 8 quote and list marks at the start of one line. */
const MARKS = /^[ \t]*(?:>[ \t]?|(?:[-*+]|\d{1,9}[.)])[ \t]+){9}/;
/** More than 40 columns before the mark of a list item. */
const DEEP_ITEM = /^(?: {41}|\t{11})[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/;
const LINE_END = /\r\n?|\n/;

/**
 * Whether a text nests quotes, lists or directives so deep that parsing it costs the square of its length, or the
 * whole stack (measured: 2 KB of `:::a` lines take a second). Linear; it may count a level too many, never too few.
 * What stands in fenced code is no nesting.
 */
export function nestsTooDeep(markdown: string): boolean {
  const directives = createDirectiveDepth();
  for (const whole of markdown.split(LINE_END)) {
    if (isLetter(whole)) continue;
    const line = withoutTrailingSpace(whole.slice(0, LINE_SEEN));
    if (directives.after(line, whole.length <= LINE_SEEN) > DEEPEST) return true;
    if (!directives.isCode && (hasTooManyMarks(line) || DEEP_ITEM.test(line))) return true;
  }
  return false;
}

/** A rule such as `* * * * *` is no nesting. */
function hasTooManyMarks(line: string): boolean {
  return MARKS.test(line) && !/^[ \t]*(?:-[ \t]*)+$|^[ \t]*(?:\*[ \t]*)+$/.test(line);
}

/** Of the white space that Markdown knows; other kinds are text. */
function withoutTrailingSpace(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1;
  return line.slice(0, end);
}

function isLetter(line: string): boolean {
  const code = line.charCodeAt(0) | 0x20;
  return code >= 0x61 && code <= 0x7a;
}
