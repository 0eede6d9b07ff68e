import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** The kernel keeps socket paths in about 104 bytes (macOS), 108 (Linux), the ending NUL included. */
const LONGEST_BYTES = 100;

/**
 * Where the local socket of a data folder is: in the folder; where that path is too long for a socket, in a folder
 * of this user's own below the temporary one; on Windows a named pipe. Creates what is needed around it.
 */
export async function prepareSocketPath(dataFolder: string): Promise<string> {
  const fingerprint = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\commonplace-${fingerprint}`;
  const path = join(dataFolder, 'local.sock');
  if (Buffer.byteLength(path) <= LONGEST_BYTES) return path;
  const folder = join(tmpdir(), `commonplace-${userInfo().uid}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await requireOwnFolder(folder);
  return join(folder, `${fingerprint}.sock`);
}

/** In a folder that everybody may write to, the name could have been taken by somebody else first. */
async function requireOwnFolder(folder: string): Promise<void> {
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== userInfo().uid) {
    throw new Error(`${folder} belongs to somebody else; move the data folder to a shorter path.`);
  }
  await chmod(folder, 0o700);
}
