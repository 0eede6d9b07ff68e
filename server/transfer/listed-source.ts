import { isMarkdownName, leftOut, withoutCommonFolder } from '../domain/markdown-files/file-kinds.ts';
import type { SkippedFile, SourceFile } from '../domain/markdown-files/import-plan.ts';
import { AppError, badRequest } from '../errors.ts';
import { MOST_PAGE_BYTES, requireFittingText, type MarkdownSource } from './markdown-source.ts';

/** A file of an archive, or one that was sent. */
export interface ListedFile {
  /** Path with `/`. */
  name: string;
  /** Null for a file that is known by its name only. */
  size: number | null;
}

/**
 * The Markdown files of a list. What all of them lie in is taken off their paths.
 *
 * @param bytesOf the content of a file that has a size
 * @throws {AppError} payload_too_large when the texts together take too much memory
 */
export async function openListedSource<File extends ListedFile>(
  list: readonly File[],
  bytesOf: (file: File) => Promise<Uint8Array>,
  close: () => Promise<void>,
): Promise<MarkdownSource> {
  const files: SourceFile[] = [];
  const others = new Map<string, File>();
  const skipped = new Map<string, SkippedFile>();
  const pathOf = withoutCommonFolder(list.map(({ name }) => name));
  // What the list says is what is read at most, so that nothing is read of one that is too large.
  requireFittingText(list.filter(isPage).reduce((sum, { size }) => sum + (size ?? 0), 0));
  for (const file of list.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = pathOf(file.name);
    const hidden = leftOut(path);
    const left = hidden ?? refusal(path, file);
    if (left) skipped.set(left.path, left);
    else files.push({ path, bytes: await bytesOf(file) });
    if (!hidden && !isMarkdownName(path)) others.set(path, file);
  }
  return {
    files,
    otherFiles: new Set(others.keys()),
    skipped: [...skipped.values()],
    async read(path, mostBytes) {
      const file = others.get(path);
      if (!file || file.size === null) throw badRequest('It did not come along.');
      if (file.size > mostBytes)
        throw new AppError('payload_too_large', `It is larger than ${mostBytes} bytes, which is the most.`);
      return bytesOf(file);
    },
    close,
  };
}

/** Whether it is read when the list is opened. */
function isPage({ name, size }: ListedFile): boolean {
  return isMarkdownName(name) && !leftOut(name) && size !== null && size <= MOST_PAGE_BYTES;
}

function refusal(path: string, { size }: ListedFile): SkippedFile | undefined {
  if (!isMarkdownName(path)) return { path, reason: 'it is not Markdown' };
  if (size === null) return { path, reason: 'it did not come along' };
  return size > MOST_PAGE_BYTES ? { path, reason: 'it is longer than a document may be' } : undefined;
}
