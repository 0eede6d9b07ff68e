/** JSON in pieces: of a short value as texts, of a long one as bytes that were made in slices. Never both. */
export type EncodedJson = readonly string[] | readonly Buffer[];

export function areTexts(json: EncodedJson): json is readonly string[] {
  return typeof json[0] === 'string';
}

/**
 * The same bytes in fewer pieces: neighbours are joined while together they are no longer than `most`. Each is made
 * when it is asked for.
 */
export function* joinPieces(pieces: readonly Buffer[], most: number): Generator<Buffer> {
  let group: Buffer[] = [];
  let length = 0;
  for (const piece of pieces) {
    if (length + piece.length > most && length > 0) {
      yield joined(group, length);
      group = [];
      length = 0;
    }
    group.push(piece);
    length += piece.length;
  }
  if (group.length > 0) yield joined(group, length);
}

function joined(pieces: readonly Buffer[], length: number): Buffer {
  const [only] = pieces;
  return only && pieces.length === 1 ? only : Buffer.concat(pieces, length);
}

/** How long pieces are together: in bytes, or in UTF-16 units where they are texts. */
export function lengthOf(pieces: EncodedJson): number {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length;
}
