/** So much of a line is looked at. */
export const LINE_SEEN = 200;

const OPENING = /^([ \t>]{0,40})(:{3,})(?=[^\s!-/:-@[-`{-~])/;
/** An opening line that is one beyond doubt, at the start of its line and nothing after it. */
const PLAIN_OPENING = /^(:{3,})[a-zA-Z][a-zA-Z0-9]*(?:\[[\p{L}\p{N} .,!?-]*\])?$/u;
const CLOSING = /^([ \t>]{0,40})(:{3,})$/;
const AT_MARGIN = /^ {0,3}$/;
const CODE_OPENING = /^(`{3,})[^`]*$|^(~{3,})/;
const CODE_CLOSING = /^ {0,3}(`{3,}|~{3,})$/;
const FENCE_LIKE = /^[ \t>]*[`~:]/;
/** What may begin code, or what is no code although it looks so, in ways that only the parser can tell. */
const UNCLEAR = /^ {1,3}(?:`{3}|~{3})|^ {0,3}</;

interface Opened {
  prefix: string;
  colons: number;
}

/** How deep directives lie within each other, line by line. */
export interface DirectiveDepth {
  /** Whether the last line was certainly one of a code block. */
  readonly isCode: boolean;
  /** @returns how many are open after a line, at the least as many as the parser will find */
  after(line: string, isWhole: boolean): number;
}

/**
 * Follows directives and fenced code as the parser does (micromark-extension-directive: a closing fence ends the
 * outermost directive that has no more colons than it, and everything in it, code too). That goes as long as they
 * stand at the margin in their plain form. From the first line that could be read in two ways, e.g. one of HTML, every
 * fence counts, in code too, and a closing one takes a single directive away: then it may be one too many, never one
 * too few.
 */
export function createDirectiveDepth(): DirectiveDepth {
  let open: Opened[] = [];
  let code: string | null = null;
  let isClear = true;

  function close(prefix: string, colons: number): void {
    const at = open.findIndex((opened) => opened.colons <= colons && mayEnd(opened.prefix, prefix));
    if (at === -1) return;
    code = null;
    open = isClear ? open.slice(0, at) : open.toSpliced(at, 1);
  }

  function followCode(line: string, marks: string): void {
    const [, end] = CODE_CLOSING.exec(line) ?? [];
    if (end?.startsWith(marks)) code = null;
  }

  /** Whether a line can be read in one way only. */
  function isPlain(line: string, isWhole: boolean): boolean {
    if (!isWhole && FENCE_LIKE.test(line)) return false;
    return code !== null || (!UNCLEAR.test(line) && (!OPENING.test(line) || PLAIN_OPENING.test(line)));
  }

  return {
    get isCode() {
      return code !== null;
    },
    after(line, isWhole) {
      if (isClear && !isPlain(line, isWhole)) {
        isClear = false;
        code = null;
      }
      const [, closingPrefix = '', closing] = (isWhole && CLOSING.exec(line)) || [];
      if (closing !== undefined) close(closingPrefix, closing.length);
      else if (code !== null) followCode(line, code);
      else {
        const [, prefix = '', colons] = OPENING.exec(line) ?? [];
        if (colons !== undefined) open.push({ prefix, colons: colons.length });
        else if (isClear) code = codeBegunBy(line);
      }
      return open.length;
    },
  };
}

/** Whether a closing fence is not further in than what it would end: one further in is text, or belongs to a quote. */
function mayEnd(opened: string, closing: string): boolean {
  return opened.startsWith(closing) || (opened === '' && AT_MARGIN.test(closing));
}

function codeBegunBy(line: string): string | null {
  const [, backticks, tildes] = CODE_OPENING.exec(line) ?? [];
  return backticks ?? tildes ?? null;
}
