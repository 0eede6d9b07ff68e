import { createHash } from 'node:crypto';
import type { SlicedWork } from '../sliced-work.ts';
import { readFully } from './durable-file.ts';
import type { FileSystem } from './file-system.ts';

/** Takes about a millisecond. */
const SLICE_BYTES = 1024 * 1024;

/** SHA-256 of a content, hex. */
export function* contentHash(bytes: Uint8Array): SlicedWork<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    if (at > 0) yield;
    hash.update(bytes.subarray(at, at + SLICE_BYTES));
  }
  return hash.digest('hex');
}

/** The same of a file, piece by piece. Rejects with the disk's error. */
export async function hashOfFile(fileSystem: FileSystem, path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await fileSystem.open(path, 'read');
  try {
    for (let at = 0; ;) {
      const piece = await readFully(file, at, SLICE_BYTES);
      if (piece.length === 0) return hash.digest('hex');
      hash.update(piece);
      at += piece.length;
    }
  } finally {
    await file.close();
  }
}
