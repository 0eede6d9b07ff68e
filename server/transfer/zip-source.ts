import { open } from 'node:fs/promises';
import { badRequest } from '../errors.ts';
import { systemErrorCode } from '../system-error.ts';
import { openZip, type OpenZip, type ZippedEntry } from '../zip/zip-reader.ts';
import { openListedSource } from './listed-source.ts';
import { MOST_FILES, MOST_FILE_BYTES, type MarkdownSource } from './markdown-source.ts';

/** Security Z2: "≤ 10,000 entries, ≤ 200× ratio, real bytes counted". Small archives may be packed as well as they like. */
const LIMITS = { entries: MOST_FILES, bytes: MOST_FILE_BYTES, ratio: 200, freeBytes: 16_000_000 };

/**
 * The Markdown files of a ZIP archive. Nothing is unpacked to the disk, so no name in it can reach the disk either;
 * all names are checked all the same before anything is read (security Z2).
 *
 * @throws {AppError} bad_request when the archive is damaged, unsafe or too large; payload_too_large when its texts
 *   together are
 */
export async function openZipSource(path: string): Promise<MarkdownSource> {
  const zip = await openZip(await sourceAt(path), LIMITS);
  try {
    return await openListedSource(
      zip.entries,
      (entry) => bytesOf(zip, entry),
      () => zip.close(),
    );
  } catch (error) {
    await zip.close();
    throw error;
  }
}

async function sourceAt(path: string) {
  try {
    const file = await open(path, 'r');
    const { size } = await file.stat();
    return {
      size,
      read: async (buffer: Uint8Array, position: number) =>
        (await file.read(buffer, 0, buffer.length, position)).bytesRead,
      close: () => file.close(),
    };
  } catch (error) {
    throw badRequest(`Cannot read the file ${path} (${systemErrorCode(error) ?? 'unknown error'}).`);
  }
}

async function bytesOf(zip: OpenZip, entry: ZippedEntry): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zip.pieces(entry)) pieces.push(piece);
  return Buffer.concat(pieces);
}
