/** Bytes that grow by doubling; those below `length` count. */
export interface GrowingBytes {
  bytes: Uint8Array;
  length: number;
}

export function growingBytes(capacity = 1024): GrowingBytes {
  return { bytes: new Uint8Array(capacity), length: 0 };
}

/** No number below 2^32 takes more bytes. */
const MAX_VARINT = 5;

/**
 * Writes a number as LEB128: 7 bits a byte, lowest first, the high bit set on all but the last.
 */
export function writeVarint(target: GrowingBytes, value: number): void {
  reserve(target, MAX_VARINT);
  let rest = value;
  while (rest >= 0x80) {
    target.bytes[target.length] = (rest & 0x7f) | 0x80;
    target.length += 1;
    rest >>>= 7;
  }
  target.bytes[target.length] = rest;
  target.length += 1;
}

export function writeByte(target: GrowingBytes, byte: number): void {
  reserve(target, 1);
  target.bytes[target.length] = byte;
  target.length += 1;
}

export function writeBytes(target: GrowingBytes, source: Uint8Array, start: number, end: number): void {
  reserve(target, end - start);
  if (end - start > 32) {
    target.bytes.set(source.subarray(start, end), target.length);
    target.length += end - start;
    return;
  }
  for (let at = start; at < end; at += 1) {
    target.bytes[target.length] = source[at] ?? 0;
    target.length += 1;
  }
}

function reserve(target: GrowingBytes, count: number): void {
  if (target.length + count <= target.bytes.length) return;
  const larger = new Uint8Array(Math.max(target.length + count, target.bytes.length * 2));
  larger.set(target.bytes);
  target.bytes = larger;
}
