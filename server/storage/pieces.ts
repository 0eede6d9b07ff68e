/** The same bytes in fewer pieces: neighbours are joined while together they are no longer than `most`. */
export function joinPieces(pieces: readonly Buffer[], most: number): Buffer[] {
  const joined: Buffer[] = [];
  let group: Buffer[] = [];
  let length = 0;
  const close = () => {
    const [only] = group;
    if (only) joined.push(group.length === 1 ? only : Buffer.concat(group, length));
    group = [];
    length = 0;
  };
  for (const piece of pieces) {
    if (length + piece.length > most) close();
    group.push(piece);
    length += piece.length;
  }
  close();
  return joined;
}

export function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
