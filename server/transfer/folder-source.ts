import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMarkdownName, leftOut } from '../domain/markdown-files/file-kinds.ts';
import type { SkippedFile, SourceFile } from '../domain/markdown-files/import-plan.ts';
import { AppError, badRequest } from '../errors.ts';
import { systemErrorCode } from '../system-error.ts';
import { MOST_PAGE_BYTES, requireFittingText, type MarkdownSource } from './markdown-source.ts';

interface SourceFolder {
  files: SourceFile[];
  otherFiles: Set<string>;
  skipped: SkippedFile[];
  /** Of the files so far. */
  bytes: number;
}

/**
 * Reads the Markdown files of a folder and of all folders in it. Hidden files, links and whatever is not Markdown
 * are left out and reported; a link could lead anywhere, so none is followed.
 *
 * @throws {AppError} bad_request when the folder cannot be read, payload_too_large when its texts take too much memory
 */
export async function openFolderSource(folder: string): Promise<MarkdownSource> {
  const found: SourceFolder = { files: [], otherFiles: new Set(), skipped: [], bytes: 0 };
  await readInto(found, folder, '');
  const { files, otherFiles, skipped } = found;
  return {
    files,
    otherFiles,
    skipped,
    read: (path, mostBytes) => readPlainFile(join(folder, path), mostBytes),
    close: async () => undefined,
  };
}

async function readInto(result: SourceFolder, root: string, relative: string): Promise<void> {
  const entries = await readdir(join(root, relative), { withFileTypes: true }).catch((error: unknown) => {
    if (relative === '') throw badRequest(`Cannot read the folder ${root}: ${reasonOf(error)}.`);
    result.skipped.push({ path: `${relative}/`, reason: reasonOf(error) });
    return [];
  });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = relative === '' ? entry.name : `${relative}/${entry.name}`;
    const skip = (reason: string) =>
      result.skipped.push({ path: entry.isDirectory() ? `${path}/` : path, reason });
    const left = leftOut(entry.isDirectory() ? `${path}/` : path);
    if (left) skip(left.reason);
    else if (entry.isSymbolicLink()) skip('it is a symbolic link');
    else if (entry.isDirectory()) await readInto(result, root, path);
    else if (!entry.isFile()) skip('it is not a file');
    else if (isMarkdownName(entry.name)) await readFileInto(result, root, path);
    else {
      result.otherFiles.add(path);
      skip('it is not Markdown');
    }
  }
}

async function readFileInto(result: SourceFolder, root: string, path: string): Promise<void> {
  let bytes: Buffer;
  try {
    bytes = await readPlainFile(join(root, path), MOST_PAGE_BYTES);
  } catch (error) {
    const reason = error instanceof AppError ? 'it is longer than a document may be' : reasonOf(error);
    result.skipped.push({ path, reason });
    return;
  }
  result.bytes += bytes.length;
  requireFittingText(result.bytes);
  result.files.push({ path, bytes });
}

/**
 * A file's bytes. Between the listing and now it may have been replaced by a link: none is followed.
 *
 * @throws {AppError} payload_too_large
 */
async function readPlainFile(path: string, mostBytes: number): Promise<Buffer> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { size } = await handle.stat();
    if (size > mostBytes) {
      throw new AppError('payload_too_large', `It is larger than ${mostBytes} bytes, which is the most.`);
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'it is not a folder',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
};

function reasonOf(error: unknown): string {
  const code = systemErrorCode(error) ?? 'unknown error';
  return REASONS[code] ?? `it could not be read (${code})`;
}
