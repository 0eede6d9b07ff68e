/** A part of a file, or that there is none such in it. */
export type ByteRange = { start: number; length: number } | 'unsatisfiable';

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The one range that a `Range` header names (RFC 9110, section 14.2). Undefined when the whole is to be answered:
 * without the header, for several ranges, and for what is not understood.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = RANGE.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, length };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, length: end - start + 1 };
}
