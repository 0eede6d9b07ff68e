import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { FileLock, FileSystem } from './file-system.ts';
import { nodeFileSystem } from './node-file-system.ts';
import { FolderInUse } from './open-errors.ts';

/** A process that ends needs a moment to let go; a start right behind it should not fail for that. */
const PATIENCE_MS = 300;
const RETRY_MS = 25;
/** On a busy machine its holder may come to write its name that much later than it got the folder. */
const READ_PATIENCE_MS = 1_000;

/** Who has a data folder open, and the socket to reach it by, once there is one. */
export interface LockHolder {
  pid: number;
  socket: string | null;
}

export interface FolderLock {
  publishSocket(path: string | null): Promise<void>;
  release(): Promise<void>;
}

const holderSchema = z.object({ pid: z.int(), socket: z.string().nullable() });

/**
 * Takes the kernel's lock on `<folder>/lock` and keeps it for the life of the process: it survives sleep and is
 * gone at once after a kill, as no time-based lock is (security F4, X7).
 *
 * @throws {FolderInUse} when another process has it, after about 300 ms.
 */
export async function lockFolder(fileSystem: FileSystem, folder: string): Promise<FolderLock> {
  const path = join(folder, 'lock');
  let lock: FileLock | undefined = await fileSystem.lock(path);
  for (let waited = 0; !lock && waited < PATIENCE_MS; waited += RETRY_MS) {
    await wait(RETRY_MS);
    lock = await fileSystem.lock(path);
  }
  if (!lock) throw new FolderInUse(folder, (await readHolder(fileSystem, path))?.pid ?? null);
  const held = lock;
  const write = (holder: LockHolder) => held.write(`${JSON.stringify(holder)}\n`);
  await write({ pid: process.pid, socket: null });
  return {
    publishSocket: (socket) => write({ pid: process.pid, socket }),
    release: () => held.release(),
  };
}

/** Who has the folder open now; null when nobody has. */
export async function readLockHolder(
  folder: string,
  fileSystem: FileSystem = nodeFileSystem,
): Promise<LockHolder | null> {
  const path = join(folder, 'lock');
  if ((await fileSystem.stat(path)) === undefined) return null;
  const lock = await fileSystem.lock(path);
  if (!lock) return readHolder(fileSystem, path);
  await lock.release();
  return null;
}

/** The file is rewritten while it is held; a reader that comes in between finds no sense in it, and looks again. */
async function readHolder(fileSystem: FileSystem, path: string): Promise<LockHolder | null> {
  for (let waited = 0; waited < READ_PATIENCE_MS; waited += RETRY_MS) {
    const text = (await fileSystem.readFile(path)).toString('utf8');
    try {
      return holderSchema.parse(JSON.parse(text));
    } catch {
      await wait(RETRY_MS);
    }
  }
  return null;
}
