import { createHash } from 'node:crypto';
import { lstat, mkdir, open, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { systemErrorCode } from '../system-error.ts';
import { UNFINISHED_NAME, type WrittenFile } from './manifest.ts';

const OWNER_FILE = 0o600;
const OWNER_FOLDER = 0o700;
const PIECE_BYTES = 256 * 1024;

/** The mirror's folder while it is worked in. */
export interface MirrorFiles {
  root: string;
  /** Day, for the names of what is set aside, e.g. `2026-11-21`. */
  day: string;
  /** Called when a file or folder of somebody else's was moved out of the way; paths with `/`. */
  onSetAside: (moved: { path: string; was: string }) => void;
  /** Folders that are known to be real ones, so that each is looked at once. */
  seenFolders: Set<string>;
}

export type Stamp = Pick<WrittenFile, 'size' | 'modified'>;

/** Size and time as the disk says them; undefined when there is no such file, or something else of that name. */
export async function stampOf(files: MirrorFiles, path: string): Promise<Stamp | undefined> {
  if (!(await isInFolders(files, path))) return undefined;
  const found = await lookAt(join(files.root, path));
  return found?.isFile() ? { size: found.size, modified: found.mtimeMs } : undefined;
}

/** Whether all above a path are folders: a link in their place leads to what is not the mirror's. */
async function isInFolders(files: MirrorFiles, path: string): Promise<boolean> {
  const folder = posix.dirname(path);
  if (folder === '.' || files.seenFolders.has(folder)) return true;
  if (!(await isInFolders(files, folder))) return false;
  if (!(await lookAt(join(files.root, folder)))?.isDirectory()) return false;
  files.seenFolders.add(folder);
  return true;
}

async function lookAt(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Nor is there anything at a path that is too long for the disk, and whoever writes it finds out. */
const isAbsent = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(systemErrorCode(error) ?? '');

/** SHA-256 of a file, hex. */
export async function hashOfMirrored({ root }: Pick<MirrorFiles, 'root'>, path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(join(root, path), 'r');
  try {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(piece.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** Whose what stands at a path is: nobody's, the very content that is wanted, the mirror's own, or somebody's. */
type Standing = 'nothing' | 'wanted' | 'own' | 'foreign';

async function standingAt(
  files: MirrorFiles,
  path: string,
  known: WrittenFile | undefined,
  wanted?: string,
): Promise<Standing> {
  const found = await lookAt(join(files.root, path));
  if (!found) return 'nothing';
  if (!found.isFile()) return 'foreign';
  const hash = await hashOfMirrored(files, path);
  if (hash === wanted) return 'wanted';
  if (hash === known?.hash || hash === known?.next) return 'own';
  // What a computer leaves that lost its power while it wrote; there is nothing of anybody's in it.
  return found.size === 0 ? 'own' : 'foreign';
}

/**
 * Puts content at a path, whole or not at all. What somebody else has put or changed there is set aside first.
 *
 * @param hash SHA-256 of the content, hex
 * @param write writes the content; false when it turned out not to be what it should be: then nothing changes
 */
export async function putFile(
  files: MirrorFiles,
  { path, known, hash }: { path: string; known: WrittenFile | undefined; hash: string },
  write: (append: (piece: Uint8Array) => Promise<void>) => Promise<boolean>,
): Promise<Stamp | undefined> {
  await makeFolders(files, posix.dirname(path));
  if ((await standingAt(files, path, known, hash)) === 'wanted') return stampOf(files, path);
  const temporary = join(files.root, UNFINISHED_NAME);
  let isPlaced = false;
  try {
    if (!(await fill(temporary, write))) return undefined;
    // Only now: a large content takes a while to write, and somebody may save their edit meanwhile.
    if ((await standingAt(files, path, known)) === 'foreign') await setAside(files, path);
    await rename(temporary, join(files.root, path));
    isPlaced = true;
  } finally {
    if (!isPlaced) await rm(temporary, { force: true });
  }
  return stampOf(files, path);
}

async function fill(path: string, write: Parameters<typeof putFile>[2]): Promise<boolean> {
  const file = await open(path, 'wx', OWNER_FILE);
  try {
    return await write((piece) => file.writeFile(piece));
  } finally {
    await file.close();
  }
}

/** The folders above a file. What is no folder, such as a link that leads elsewhere, is set aside. */
async function makeFolders(files: MirrorFiles, folder: string): Promise<void> {
  if (folder === '.' || files.seenFolders.has(folder)) return;
  await makeFolders(files, posix.dirname(folder));
  const found = await lookAt(join(files.root, folder));
  if (found && !found.isDirectory()) await setAside(files, folder);
  if (!found?.isDirectory()) await mkdir(join(files.root, folder), { mode: OWNER_FOLDER });
  files.seenFolders.add(folder);
}

/**
 * Takes a file away that the mirror wrote. One that somebody has edited since is set aside, and one that is the same
 * file as `now`, because the disk takes both names for one, stays.
 *
 * @param now where the content of the file lies now, if anywhere
 */
export async function takeAway(
  files: MirrorFiles,
  { path, known, now }: { path: string; known: WrittenFile; now: string | undefined },
): Promise<void> {
  if (!(await isInFolders(files, path))) return;
  if (now !== undefined && (await isSameFile(files, path, now))) return;
  const standing = await standingAt(files, path, known);
  if (standing === 'own') {
    await unlink(join(files.root, path));
    await dropEmptyFolders(files, posix.dirname(path));
  } else if (standing === 'foreign' && (await stampOf(files, path))) await setAside(files, path);
}

async function isSameFile({ root }: MirrorFiles, one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all(
    [one, other].map(async (path) => lstat(join(root, path), { bigint: true }).catch(() => undefined)),
  );
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

async function dropEmptyFolders(files: MirrorFiles, folder: string): Promise<void> {
  for (let at = folder; at !== '.'; at = posix.dirname(at)) {
    try {
      await rmdir(join(files.root, at));
    } catch {
      // Something else lies in it, or somebody looks at it: it stays.
      return;
    }
    files.seenFolders.delete(at);
  }
}

/** `page.md` → `page (edited 2026-11-21).md`, under a number where that name is taken. Nothing is ever replaced. */
async function setAside(files: MirrorFiles, path: string): Promise<void> {
  const { dir, name: stem, ext: ending } = posix.parse(path);
  for (let number = 1; ; number += 1) {
    const name = `${stem} (edited ${files.day})${number === 1 ? '' : ` ${number}`}${ending}`;
    const free = posix.join(dir, name);
    if (await lookAt(join(files.root, free))) continue;
    await rename(join(files.root, path), join(files.root, free));
    files.onSetAside({ path: free, was: path });
    return;
  }
}
