import { connect as openSocket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { readLockHolder } from '../../storage/folder-lock.ts';
import { FolderInUse } from '../../storage/open-errors.ts';
import type { Connection } from './connection.ts';

/** A server that is just starting has the folder, but no socket yet. */
const PATIENCE_MS = 2_000;
const RETRY_MS = 50;

/**
 * The way to a workspace: through the server that has its folder open, or by opening the folder here, so that a
 * command works the same with and without a server (design §7).
 *
 * @throws {FolderInUse} when somebody has the folder open and offers no socket.
 */
export async function connect(config: Config): Promise<Connection> {
  for (let waited = 0; ; waited += RETRY_MS) {
    const holder = await readLockHolder(config.dataFolder);
    if (holder?.socket && (await answers(holder.socket))) {
      const { connectToSocket } = await import('./socket-connection.ts');
      return connectToSocket(holder.socket);
    }
    const { openFolder } = await import('./folder-connection.ts');
    try {
      return await openFolder(config);
    } catch (error) {
      if (!(error instanceof FolderInUse) || waited >= PATIENCE_MS) throw error;
    }
    await wait(RETRY_MS);
  }
}

/** What the lock file says may be out of date: the holder may be ending, or only be looking who holds it. */
function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = openSocket(socketPath);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
