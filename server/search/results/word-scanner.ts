/** A run of word characters (letters, marks, digits, underscores) at `start` … `end` of a text. */
export interface ScannedWord {
  start: number;
  end: number;
  isAscii: boolean;
  /** ASCII letters alone, and no identifier in camel case: a word that is found by its stem only. */
  isPlain: boolean;
}

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
/** A digit or an underscore. */
const JOINT = 4;
/** A word character beyond ASCII. */
const FOREIGN = 8;
const UNKNOWN = 16;

const WORD_CHARACTER = /[\p{L}\p{M}\p{N}_]/u;
/** Kind of each UTF-16 code unit; those beyond ASCII are found out when they first occur. */
const KINDS = new Uint8Array(0x10000).fill(UNKNOWN);
for (let code = 0; code < 0x80; code += 1) KINDS[code] = asciiKind(String.fromCharCode(code));

function asciiKind(character: string): number {
  if (/[a-z]/.test(character)) return LOWER;
  if (/[A-Z]/.test(character)) return UPPER;
  return /[0-9_]/.test(character) ? JOINT : OTHER;
}

function kindAt(text: string, at: number): number {
  const kind = KINDS[text.charCodeAt(at)] ?? OTHER;
  return kind === UNKNOWN ? kindBeyondAscii(text, at) : kind;
}

function kindBeyondAscii(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  const first = code >= 0xdc00 ? at - 1 : at;
  const pair = isSurrogate ? text.slice(first, first + 2) : '';
  const character = pair.length === 2 && pair.isWellFormed() ? pair : text.charAt(at);
  const kind = WORD_CHARACTER.test(character) ? FOREIGN : OTHER;
  if (!isSurrogate) KINDS[code] = kind;
  return kind;
}

/**
 * The next word at or after `from`, written into `word`; false at the end of the text. The same words as
 * `forEachWord` of the analysis gives, without a string for each: most words of a text are none of those looked for.
 */
export function scanWord(text: string, from: number, word: ScannedWord): boolean {
  let at = from;
  let kind = OTHER;
  while (at < text.length && (kind = kindAt(text, at)) === OTHER) at += 1;
  if (kind === OTHER) return false;
  word.start = at;
  const first = kind;
  let inner = 0;
  for (at += 1; at < text.length && (kind = kindAt(text, at)) !== OTHER; at += 1) inner |= kind;
  word.end = at;
  const all = first | inner;
  word.isAscii = (all & FOREIGN) === 0;
  word.isPlain = (all & (JOINT | FOREIGN)) === 0 && ((inner & UPPER) === 0 || (all & LOWER) === 0);
  return true;
}
