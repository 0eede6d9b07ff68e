import { createHash } from 'node:crypto';
import type { AttachmentFiles } from '../../server/image-ports.ts';

export interface MemoryAttachments extends AttachmentFiles {
  /** The stored bytes by their hash. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

/** Attachments without a disk. */
export function createMemoryAttachments(): MemoryAttachments {
  const contents = new Map<string, Uint8Array>();
  return {
    contents,
    async put(bytes, type) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      contents.set(sha256, bytes.slice());
      return { sha256, type };
    },
    async *read({ sha256 }, { start, length }) {
      const bytes = contents.get(sha256);
      if (!bytes) throw new Error('There is no such content.');
      yield bytes.subarray(start, start + length);
    },
    async sweep(isNamed) {
      const unnamed = [...contents.keys()].filter((sha256) => !isNamed(sha256));
      for (const sha256 of unnamed) contents.delete(sha256);
      return unnamed.length;
    },
    hold: () => () => undefined,
  };
}
