import { join, relative, sep } from 'node:path';
import type { Attachment } from '../../domain/attachment.ts';
import { listIfPresent, type FileSystem } from '../file-system.ts';
import type { Layout } from '../layout.ts';
import type { Memory } from '../memory.ts';
import { trusted } from '../trusted.ts';
import { isWorkspacePath } from './archive-paths.ts';

/** Bytes that a copy takes in an archive at most, with what the archive says of each file. */
export interface CopySizes {
  /** Pictures, which do not get smaller. */
  pictures: number;
  /** Everything else, as if none of it got smaller either. */
  others: number;
}

/** Folders whose files are packed. */
const PACKED = [
  'collections',
  'documents',
  'change_requests',
  'versions',
  'journal',
  'audit',
  'snapshot',
] as const;
/** Asked for together; each answer waits for the disk. */
const GROUP_FILES = 64;
/** What DEFLATE adds at most to what it cannot make smaller: five bytes for each block of 16 KiB. */
const DEFLATE_GROWTH = 1 + 5 / 16_384;

/** Looks at every file of the folder that a copy would have. */
export async function sizesOfCopy(options: {
  fileSystem: FileSystem;
  layout: Layout;
  memory: Memory;
}): Promise<CopySizes> {
  const { layout, memory } = options;
  const attachments = trusted<Iterable<Attachment>>(memory.map('attachments').values());
  const contents = new Map(Array.from(attachments, (one) => [layout.attachment(one), one.size]));
  let pictures = 0;
  for (const [path, size] of contents) pictures += size + aboutFile(pathIn(layout, path));
  let others = 0;
  for (const name of PACKED) others += await packedBytes(options, layout.folders[name]);
  return { pictures, others };
}

async function packedBytes(
  { fileSystem, layout }: { fileSystem: FileSystem; layout: Layout },
  folder: string,
): Promise<number> {
  let bytes = 0;
  let group: string[] = [];
  const settle = async () => {
    const found = await Promise.all(group.map((path) => fileSystem.stat(path)));
    for (const [index, one] of found.entries())
      bytes += Math.ceil((one?.size ?? 0) * DEFLATE_GROWTH) + aboutFile(pathIn(layout, group[index] ?? ''));
    group = [];
  };
  for await (const path of filesBelow(fileSystem, folder)) {
    if (!isWorkspacePath(pathIn(layout, path))) continue;
    group.push(path);
    if (group.length >= GROUP_FILES) await settle();
  }
  await settle();
  return bytes;
}

/** A header, an entry of the directory with the numbers of long archives, and a row of the manifest. */
function aboutFile(path: string): number {
  return 30 + 46 + 24 + 28 + 120 + 3 * Buffer.byteLength(path);
}

/** Path of a file in the data folder, with `/`. */
export function pathIn({ root }: Layout, path: string): string {
  return relative(root, path).split(sep).join('/');
}

/** Paths of all files in a folder and below it. */
export async function* filesBelow(fileSystem: FileSystem, folder: string): AsyncGenerator<string> {
  for (const { name, kind } of await listIfPresent(fileSystem, folder)) {
    const path = join(folder, name);
    if (kind === 'file') yield path;
    else if (kind === 'folder') yield* filesBelow(fileSystem, path);
  }
}
