import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { withinTime } from '../within-time.ts';
import { GRACE_MS } from './command-line.ts';
import { createLineReader } from './line-reader.ts';

/** After its grace the program has this long to go before it is killed. */
const AFTER_GRACE_MS = 3_000;
/** How long the last words of a program that has ended may take to arrive. */
const LAST_WORDS_MS = 1_000;
const SHELL = '/bin/sh';

/**
 * Starts the program in such a way that it ends when we do, however that happens (desktop-shell §2.5): the shell becomes
 * the program, and a guard beside it waits on a pipe that only we hold. A word on the pipe sends the guard away; the
 * pipe's end means that we are gone. Only then is the process id used, so no other process can have got it meanwhile. What is
 * behind the tunnel is gone with us, so an orphan gets three seconds and not the grace.
 */
const GUARDED_START = `
exec 3<&0 0</dev/null
(
  exec 1>/dev/null 2>/dev/null
  read -r word <&3 && exit
  kill -TERM $$ || exit
  for second in 1 2 3; do
    sleep 1
    kill -0 $$ || exit
  done
  kill -KILL $$
) &
exec "$@" 3<&-
`;

export interface ProgramStart {
  path: string;
  arguments: readonly string[];
  env: NodeJS.ProcessEnv;
  /** How long `stop` waits before it kills; the program's own grace and a rest unless a test names another. */
  patienceMs?: number;
  /** Where the program is started; nothing of it is used. */
  folder: string;
  onLine: (line: string) => void;
  /** Called once, after the last line. */
  onExit: (exit: ProgramExit) => void;
}

export interface ProgramExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ProgramProcess {
  readonly pid: number;
  /** Asks it to end, and makes it when it does not. Resolves once it has. */
  readonly stop: () => Promise<void>;
  /** Ends it at once: for one that hangs. */
  readonly kill: () => void;
}

/**
 * @throws {Error} as `spawn` does, when the system has no room for another process
 */
export async function startProgram(start: ProgramStart): Promise<ProgramProcess> {
  const child = spawnGuarded(start);
  const ended = watch(child, start);
  // A failed spawn has no process id and says why in an event.
  if (child.pid === undefined) {
    const [error]: unknown[] = await once(child, 'error');
    throw error;
  }
  child.on('error', () => undefined);
  return {
    pid: child.pid,
    kill: () => void child.kill('SIGKILL'),
    stop: async () => {
      child.kill('SIGTERM');
      await withinTime(ended, start.patienceMs ?? GRACE_MS + AFTER_GRACE_MS);
      // Not `child.killed`: that says only that a signal was sent.
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}

function spawnGuarded({ path, arguments: words, env, folder }: ProgramStart): ChildProcess {
  const options: SpawnOptions = { env, cwd: folder, stdio: ['pipe', 'ignore', 'pipe'], windowsHide: true };
  // Windows ends the children of a process with it, unless they are detached.
  if (process.platform === 'win32' || !existsSync(SHELL)) return spawn(path, words, options);
  // Its own group: the Ctrl-C that ends us in a terminal would be its second signal, which cuts what runs.
  return spawn(SHELL, ['-c', GUARDED_START, 'tunnel', path, ...words], { ...options, detached: true });
}

function watch(child: ChildProcess, { onLine, onExit }: ProgramStart): Promise<void> {
  const reader = createLineReader(onLine);
  child.stderr?.on('data', (chunk: Buffer) => reader.write(chunk));
  // The guard may be gone before our word reaches it; then there is nobody to tell.
  child.stdin?.on('error', () => undefined);
  const closed = once(child, 'close');
  closed.catch(() => undefined);
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      child.stdin?.end('ended\n');
      void withinTime(closed, LAST_WORDS_MS).finally(() => {
        reader.end();
        onExit({ code, signal });
        resolve();
      });
    });
  });
}
