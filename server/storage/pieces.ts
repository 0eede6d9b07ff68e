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

/** How many bytes pieces are together. */
export function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
