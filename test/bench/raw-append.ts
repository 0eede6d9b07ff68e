import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface RawAppend {
  /** Appends and flushes once. */
  append(): Promise<void>;
  close(): Promise<void>;
}

/** The floor of every durable save: append a text of this size to a file and `fdatasync`. */
export async function openRawAppend(folder: string, text: string): Promise<RawAppend> {
  const path = join(folder, 'raw-append.bin');
  const file = await open(path, 'a', 0o600);
  const bytes = Buffer.from(text);
  return {
    async append() {
      await file.write(bytes);
      await file.datasync();
    },
    async close() {
      await file.close();
      await rm(path);
    },
  };
}
