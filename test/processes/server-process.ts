import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { connectToSocket } from '../../server/faces/cli/socket-connection.ts';
import type { Connection } from '../../server/faces/cli/connection.ts';

export interface ServerProcess {
  url: string;
  pid: number;
  /** The local socket, as the command line uses it. */
  desk: Connection;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

const PROGRAM = fileURLToPath(new URL('server-on-supported-node.js', import.meta.url));

/** Starts the server in a process of its own on a folder and waits until it answers; search is off unless asked for. */
export async function startServerProcess(folder: string, search = 'off'): Promise<ServerProcess> {
  const child = spawn(process.execPath, [PROGRAM, folder, search], { stdio: ['ignore', 'pipe', 'pipe'] });
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const ready = await Promise.race([
    firstLine(child),
    exited.then((code) => {
      throw new Error(`The server ended with ${code} before it was ready:\n${errors.join('')}`);
    }),
  ]);
  const { url, socket } = JSON.parse(ready) as { url: string; socket: string };
  const desk = connectToSocket(socket);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const code = await exited;
    await desk.close();
    return code;
  };
  return {
    url,
    pid: child.pid ?? 0,
    desk,
    async kill() {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The server was started without a pipe for its output.');
  const lines = createInterface({ input: child.stdout });
  return new Promise((resolve) => lines.once('line', resolve));
}
