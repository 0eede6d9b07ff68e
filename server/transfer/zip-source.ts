import { open } from 'node:fs/promises';
import { posix } from 'node:path';
import type { SkippedFile, SourceFile } from '../domain/markdown-files/import-plan.ts';
import { AppError, badRequest } from '../errors.ts';
import { systemErrorCode } from '../system-error.ts';
import { openZip, type OpenZip, type ZippedEntry } from '../zip/zip-reader.ts';
import {
  isMarkdownName,
  MOST_PAGE_BYTES,
  requireFittingText,
  type MarkdownSource,
} from './markdown-source.ts';

/** Security Z2: "≤ 10,000 entries, ≤ 200× ratio, real bytes counted". Small archives may be packed as well as they like. */
const LIMITS = { entries: 10_000, bytes: 4_000_000_000, ratio: 200, freeBytes: 16_000_000 };
/** What macOS adds to archives, and what editors keep for themselves. */
const HIDDEN = /(?:^|\/)(?:\.|__MACOSX(?:\/|$))/;

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
    return await readZip(zip);
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

async function readZip(zip: OpenZip): Promise<MarkdownSource> {
  const files: SourceFile[] = [];
  const others = new Map<string, ZippedEntry>();
  const skipped: SkippedFile[] = [];
  const skip = (path: string, reason: string) => skipped.push({ path, reason });
  const pathOf = withoutCommonFolder(zip.entries);
  // What the directory says is what is read at most, so that nothing is read of an archive that is too large.
  requireFittingText(zip.entries.filter(isPage).reduce((sum, { size }) => sum + size, 0));
  for (const entry of zip.entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = pathOf(entry.name);
    if (HIDDEN.test(entry.name)) skip(path, 'it is hidden');
    else if (!isMarkdownName(entry.name)) {
      others.set(path, entry);
      skip(path, 'it is not Markdown');
    } else if (entry.size > MOST_PAGE_BYTES) skip(path, 'it is longer than a document may be');
    else files.push({ path, bytes: await bytesOf(zip, entry) });
  }
  return {
    files,
    otherFiles: new Set(others.keys()),
    skipped,
    async read(path, mostBytes) {
      const entry = others.get(path);
      if (!entry) throw badRequest('There is no such file in the archive.');
      if (entry.size > mostBytes)
        throw new AppError('payload_too_large', `It is larger than ${mostBytes} bytes, which is the most.`);
      return bytesOf(zip, entry);
    },
    close: () => zip.close(),
  };
}

/** Whether it is read when the archive is opened. */
function isPage({ name, size }: ZippedEntry): boolean {
  return isMarkdownName(name) && !HIDDEN.test(name) && size <= MOST_PAGE_BYTES;
}

/** Who packs a folder mostly packs it with its name; the pages in it are meant, not a page of that name above them. */
function withoutCommonFolder(entries: readonly ZippedEntry[]): (name: string) => string {
  const shown = entries.filter(({ name }) => !HIDDEN.test(name));
  const [top = ''] = shown[0]?.name.split('/', 1) ?? [];
  const isCommon = shown.every(({ name }) => name.startsWith(`${top}/`));
  return (name) => (isCommon ? posix.relative(top, name) : name);
}

async function bytesOf(zip: OpenZip, entry: ZippedEntry): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zip.pieces(entry)) pieces.push(piece);
  return Buffer.concat(pieces);
}
