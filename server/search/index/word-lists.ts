import { writeVarint, type GrowingBytes } from './varint.ts';

/** Writes ascending word numbers of a document as gaps. */
export function writeWordList(target: GrowingBytes, words: Uint32Array): void {
  let last = 0;
  for (const word of words) {
    writeVarint(target, word - last);
    last = word;
  }
}

/** Calls `visit` with each word number between two places of the stream. */
export function forEachListedWord(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (word: number) => void,
): void {
  let last = 0;
  for (let at = start; at < end;) {
    let byte = bytes[at] ?? 0;
    let gap = byte & 0x7f;
    at += 1;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at] ?? 0;
      gap |= (byte & 0x7f) << shift;
      at += 1;
    }
    last += gap;
    visit(last);
  }
}
