import { constants } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rmdir, stat, unlink, type FileHandle } from 'node:fs/promises';
import { readFully } from './durable-file.ts';
import {
  errorCode,
  OWNER_FILE,
  type FileLock,
  type FileSystem,
  type OpenFile,
  type OpenMode,
} from './file-system.ts';
import { createFileWriter } from './file-writer.ts';

const OWNER_FOLDER = 0o700;

/** Far behind the text: Windows refuses reads of a locked range, and others must be able to read who holds it. */
const LOCKED_BYTE = 2 ** 30;

const FLAGS: Record<OpenMode, number> = {
  read: constants.O_RDONLY,
  update: constants.O_RDWR,
  create: constants.O_RDWR | constants.O_CREAT | constants.O_EXCL,
};

/** The real disk. */
export const nodeFileSystem: FileSystem = {
  async open(path, mode) {
    return openedFile(await open(path, FLAGS[mode], OWNER_FILE));
  },
  async readFile(path) {
    // In one piece: Node's own way goes to and fro for each half megabyte, and for the snapshot a start waits.
    const file = openedFile(await open(path, FLAGS.read));
    try {
      return await readFully(file, 0, await file.size());
    } finally {
      await file.close();
    }
  },
  rename,
  unlink,
  replaceFiles: createFileWriter(),
  removeFolder: (path) => rmdir(path),
  async makeFolder(path) {
    await mkdir(path, { mode: OWNER_FOLDER, recursive: true });
    await chmod(path, OWNER_FOLDER);
  },
  async list(path) {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
  },
  names: (path) => readdir(path),
  async stat(path) {
    try {
      const found = await stat(path);
      return { kind: kindOf(found), size: found.size, changed: found.ctimeMs };
    } catch (error) {
      if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
      throw error;
    }
  },
  async syncFolder(path) {
    // Windows cannot flush a folder; NTFS journals names by itself.
    if (process.platform === 'win32') return;
    const handle = await open(path, constants.O_RDONLY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  async lock(path) {
    // Loaded here, because worker threads read and write files too and cannot load native code in a packaged app.
    const { tryLock, unlock } = await import('fs-native-extensions');
    const handle = await open(path, constants.O_RDWR | constants.O_CREAT, OWNER_FILE);
    let held = false;
    try {
      held = tryLock(handle.fd, LOCKED_BYTE, 1);
    } finally {
      if (!held) await handle.close();
    }
    return held ? heldLock(handle, (fd) => unlock(fd, LOCKED_BYTE, 1)) : undefined;
  },
};

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean }) {
  if (entry.isFile()) return 'file' as const;
  return entry.isDirectory() ? ('folder' as const) : ('other' as const);
}

function openedFile(handle: FileHandle): OpenFile {
  return {
    read: async (buffer, position) => (await handle.read(buffer, 0, buffer.length, position)).bytesRead,
    write: async (buffer, position) => (await handle.write(buffer, 0, buffer.length, position)).bytesWritten,
    truncate: (length) => handle.truncate(length),
    datasync: () => handle.datasync(),
    sync: () => handle.sync(),
    size: async () => (await handle.stat()).size,
    close: () => handle.close(),
  };
}

function heldLock(handle: FileHandle, unlock: (fd: number) => void): FileLock {
  return {
    async write(text) {
      await handle.truncate(0);
      await handle.write(text, 0);
    },
    async release() {
      try {
        // Whoever is refused next must not be told of this process, before the next holder has written its own.
        await handle.truncate(0);
      } finally {
        unlock(handle.fd);
        await handle.close();
      }
    },
  };
}
