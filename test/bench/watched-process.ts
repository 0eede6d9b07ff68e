import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { connectToSocket } from '../../server/faces/cli/socket-connection.ts';
import type { Connection } from '../../server/faces/cli/connection.ts';

export interface WatchedProcess {
  url: string;
  /** The local socket, as the command line uses it. */
  desk: Connection;
  /** The longest block of its event loop since the last call, in milliseconds. */
  longestBlock(): Promise<number>;
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('watched-server.ts', import.meta.url));

/** Starts a server that watches its own event loop, and waits until it answers. */
export async function startWatchedProcess(folder: string): Promise<WatchedProcess> {
  const child = spawn(process.execPath, [PROGRAM, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('The server ended.');
    return JSON.parse(value);
  };
  const { url, socket } = (await nextLine()) as { url: string; socket: string };
  const desk = connectToSocket(socket);
  return {
    url,
    desk,
    async longestBlock() {
      child.stdin.write('\n');
      return ((await nextLine()) as { longest: number }).longest;
    },
    async stop() {
      await desk.close();
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
