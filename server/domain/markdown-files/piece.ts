/** Files that a browser sends come in pieces of this many bytes: few calls, and little in memory. */
export const MOST_PIECE_BYTES = 4 * 1024 * 1024;
