/** Strings as UTF-8, one behind the other: string `n` is `bytes[offsets[n]] … bytes[offsets[n + 1] - 1]`. */
export interface TextList {
  bytes: Uint8Array;
  offsets: Uint32Array;
}

const encoder = new TextEncoder();

export function textList(texts: readonly string[]): TextList {
  const offsets = new Uint32Array(texts.length + 1);
  let bytes = new Uint8Array(texts.length * 16 + 64);
  let length = 0;
  for (const [index, text] of texts.entries()) {
    const longest = length + text.length * 3;
    if (longest > bytes.length) {
      const larger = new Uint8Array(Math.max(longest, bytes.length * 2));
      larger.set(bytes);
      bytes = larger;
    }
    length += encoder.encodeInto(text, bytes.subarray(length)).written;
    offsets[index + 1] = length;
  }
  return { bytes: bytes.subarray(0, length), offsets };
}

/** Reads the strings of a list by number; one outside of it is empty. */
export function textReader({ bytes, offsets }: TextList): (number: number) => string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return (number) => buffer.toString('utf8', offsets[number] ?? 0, offsets[number + 1] ?? 0);
}

export function allTexts(list: TextList): string[] {
  const read = textReader(list);
  return Array.from({ length: list.offsets.length - 1 }, (_, number) => read(number));
}
