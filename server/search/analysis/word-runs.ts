/** A word of any script; an underscore joins the parts of an identifier. */
const WORD = /[\p{L}\p{M}\p{N}_]+/uy;

const ASCII_END = 0x80;
const IS_ASCII_WORD = Uint8Array.from({ length: ASCII_END }, (_, code) =>
  /\w/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** A text and its UTF-16 units, behind which a 0 stands. Reading them here is faster than from the text. */
export interface CodedText {
  text: string;
  codes: Uint16Array;
}

/** @param memory used again where it is large enough */
export function codedText(text: string, memory?: Uint16Array): CodedText {
  const codes = memory && memory.length > text.length ? memory : new Uint16Array(text.length + 1);
  Buffer.from(codes.buffer, codes.byteOffset, text.length * 2).write(text, 'utf16le');
  codes[text.length] = 0;
  return { text, codes };
}

/** Calls `visit` with the limits of each run of word characters, until it answers true. Linear. */
export function forEachRun(
  { text, codes }: CodedText,
  visit: (start: number, end: number) => boolean | undefined,
): void {
  let at = 0;
  while (at < text.length) {
    const start = at;
    let code = codes[at] ?? 0;
    while (code < ASCII_END && IS_ASCII_WORD[code] === 1) {
      at += 1;
      code = codes[at] ?? 0;
    }
    if (code >= ASCII_END) at = endOfRun(text, start);
    if (at > start && visit(start, at)) return;
    if (at === start) at += code >= ASCII_END && (text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1;
  }
}

/**
 * Calls `visit` with each run of word characters (letters, marks, digits and underscores of any script) and its
 * place in the text, until it answers true.
 */
export function forEachWord(text: string, visit: (raw: string, start: number) => boolean | undefined): void {
  forEachRun(codedText(text), (start, end) => visit(text.slice(start, end), start));
}

/** Where the run of word characters ends that begins at `start`; `start` when none does. */
function endOfRun(text: string, start: number): number {
  WORD.lastIndex = start;
  return WORD.test(text) ? WORD.lastIndex : start;
}
