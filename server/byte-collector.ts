export interface ByteCollector {
  /** Adds a piece; false when it would be more than the limit, and nothing of it is kept then. */
  add(piece: Uint8Array): boolean;
  /** All pieces so far, as one. Its memory is the collector's: ask once, at the end. */
  bytes(): Buffer;
}

const FIRST_BYTES = 16 * 1024;

/**
 * Gathers bytes that stream in, up to a limit. They grow in one buffer: a list of pieces of one byte each would cost
 * a hundred times their size.
 *
 * @param expectedBytes how many are announced; when it is right, nothing is ever copied twice
 */
export function createByteCollector(limitBytes: number, expectedBytes = FIRST_BYTES): ByteCollector {
  let held = Buffer.allocUnsafeSlow(Math.min(expectedBytes, limitBytes));
  let used = 0;
  return {
    add(piece) {
      const needed = used + piece.length;
      if (needed > limitBytes) return false;
      if (needed > held.length) {
        const larger = Buffer.allocUnsafeSlow(
          Math.min(limitBytes, Math.max(needed, 2 * held.length, FIRST_BYTES)),
        );
        held.copy(larger, 0, 0, used);
        held = larger;
      }
      held.set(piece, used);
      used = needed;
      return true;
    },
    bytes: () => held.subarray(0, used),
  };
}
