import { fenceLanguages } from './blocks/catalog.ts';
import { brokenImages, brokenLinks } from './document-links.ts';
import type { CheckContext } from './check.ts';

/** What may stand before a block: quotes, lists, white space. */
const BEFORE = '^[ \\t>*+\\-\\d.)]{0,40}';
const MARKS: readonly RegExp[] = [
  new RegExp(`${BEFORE}:{2,}`, 'm'),
  new RegExp(`${BEFORE}\\[![^\\]\\n]{1,40}\\]`, 'm'),
  new RegExp(`${BEFORE}(?:\`{3,}|~{3,})[ \\t]*(?:${fenceLanguages.join('|')})(?![^\\s{])`, 'im'),
  new RegExp(`${BEFORE}<\\/?details`, 'im'),
  /!\[\s{0,40}\]/,
  /^ {0,3}#(?:[ \t]|$)/m,
  /^ {0,3}=+[ \t]*\r?$/m,
];

/** Whether anything in a passage may call for a warning: most passages are prose, and need not be parsed. */
export function isMarked(source: string, context: CheckContext): boolean {
  return (
    MARKS.some((mark) => mark.test(source)) ||
    !brokenLinks(source, context).next().done ||
    !brokenImages(source, context).next().done
  );
}

const STRUCTURE = /^[ \t>]*(?:[-*+](?:[ \t]|$)|\d{1,9}[.)]|:{3,}|`{3,}|~{3,}|\|)/;

/**
 * A long passage, such as tabs with pages inside, with only its structure: lines of prose without marks become one
 * letter. Lines stay where they are.
 */
export function skeleton(source: string, context: CheckContext): string {
  let fence: string | null = null;
  const lines = source.split('\n').map((line) => {
    const marks = /^[ \t>]*(`{3,}|~{3,})[ \t]*([A-Za-z]*)/.exec(line);
    if (fence !== null) {
      if (marks?.[1]?.startsWith(fence)) fence = null;
      return fence === null ? line : bare(line);
    }
    if (marks?.[1] && !fenceLanguages.includes((marks[2] ?? '').toLowerCase())) fence = marks[1];
    return STRUCTURE.test(line) || isMarked(line, context) ? line : bare(line);
  });
  return lines.join('\n');
}

/** One letter in the place of a line's words. */
function bare(line: string): string {
  return line.replace(/^([ \t>]*)\S.*$/, '$1x');
}
