/** A picture as text: base64 (RFC 4648), also in its form for addresses, or a `data:` address that holds it (RFC 2397). */
export interface Base64Text {
  /** Media type of a `data:` address; undefined for bare base64. */
  type: string | undefined;
  /** Without what came before it. */
  encoded: string;
}

const DATA_ADDRESS = /^data:([^,;]{0,100})(?:;[^,;]{0,100})*;base64,/i;

/** Takes a `data:` address apart; undefined when it is one whose data is not base64. */
export function readBase64(text: string): Base64Text | undefined {
  if (!/^\s*data:/i.test(text.slice(0, 100))) return { type: undefined, encoded: text };
  const [head, type] = DATA_ADDRESS.exec(text.slice(0, 1000).trimStart()) ?? [];
  if (head === undefined) return undefined;
  return { type, encoded: text.trimStart().slice(head.length) };
}

/** Decoded in about a millisecond; a multiple of four. */
const SLICE_CHARACTERS = 1024 * 1024;

/**
 * The bytes, in slices; undefined when it holds anything that is not base64, or ends in the middle. Line feeds and
 * spaces are left out, because programs break long lines.
 */
export function* decodeBase64(encoded: string): Generator<void, Uint8Array | undefined, void> {
  const bytes = new Uint8Array(Math.ceil(encoded.length / 4) * 3);
  let written = 0;
  let rest = '';
  let isOver = false;
  for (let at = 0; at < encoded.length; at += SLICE_CHARACTERS) {
    if (at > 0) yield;
    const slice = rest + encoded.slice(at, at + SLICE_CHARACTERS).replaceAll(/[\r\n\t ]+/g, '');
    const whole = at + SLICE_CHARACTERS >= encoded.length ? slice.length : slice.length - (slice.length % 4);
    const characters = slice.slice(0, whole);
    rest = slice.slice(whole);
    if (characters === '') continue;
    const [, digits = '', padding = ''] = /^([A-Za-z0-9+/_-]*)(={0,2})$/.exec(characters) ?? [];
    const isWhole = digits.length + padding.length === characters.length;
    const isPadded = padding === '' || (digits.length + padding.length) % 4 === 0;
    if (isOver || !isWhole || !isPadded || digits.length % 4 === 1) return undefined;
    isOver = padding !== '' || digits.length % 4 !== 0;
    const decoded = Buffer.from(digits, 'base64');
    bytes.set(decoded, written);
    written += decoded.length;
  }
  return bytes.slice(0, written);
}
