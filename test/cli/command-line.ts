import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../bin/commonplace.js', import.meta.url));

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface RunOptions {
  input?: string;
  env?: Record<string, string>;
}

/** A command line on one data folder, in processes of their own, as a person has it. */
export function commandLine(dataFolder: string) {
  const run = (words: readonly string[], options: RunOptions = {}) =>
    end(start([...words, '--data', dataFolder], options));
  return {
    run,
    /** Runs a command with `--json` that must succeed, and returns its answer. */
    json: async <T = Record<string, unknown>>(
      words: readonly string[],
      options: RunOptions = {},
    ): Promise<T> => {
      const { code, out, err } = await run([...words, '--json'], options);
      if (code !== 0) throw new Error(`commonplace ${words.join(' ')} ended with ${code}: ${err}`);
      const answer: T = JSON.parse(out);
      return answer;
    },
  };
}

export function start(words: readonly string[], { input, env = {} }: RunOptions = {}): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', COMMONPLACE_SEARCH: 'off', ...env },
  });
  child.stdin?.end(input ?? '');
  return child;
}

export async function end(child: ChildProcess): Promise<Ended> {
  const out = collect(child.stdout);
  const err = collect(child.stderr);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out: out(), err: err() };
}

interface Cut {
  /** Whether it is in the middle of its work. */
  isUnderWay: () => Promise<boolean>;
  /** Whether it has done all of it. */
  isDone: () => Promise<boolean>;
  /** Makes everything as it was before. */
  undo: () => Promise<unknown>;
}

/**
 * Sends a command a signal in the middle of its work, and resolves with how it ended. Where the machine let it come to
 * its end before the signal was there, that is undone and the command begins once more.
 */
export async function cutShort(
  signal: NodeJS.Signals,
  begin: () => ChildProcess,
  { isUnderWay, isDone, undo }: Cut,
): Promise<Ended> {
  for (;;) {
    const child = begin();
    const ended = end(child);
    while (child.exitCode === null && !(await isUnderWay()));
    child.kill(signal);
    const how = await ended;
    if (!(await isDone())) return how;
    await undo();
  }
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

export interface Served {
  child: ChildProcess;
  url: string;
  pid: number;
  /** What the server prints when it answers. */
  ready: Record<string, unknown>;
  /** Everything it wrote to standard error so far. */
  log: () => string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** `commonplace serve --json` on a free port, once it answers. It is killed when the test ends. */
export async function serve(dataFolder: string, env: Record<string, string> = {}): Promise<Served> {
  const child = start(['serve', '--port', '0', '--json', '--data', dataFolder], { env });
  const log = collect(child.stderr);
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  if (!child.stdout) throw new Error('The server has no standard output.');
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    closed.then((code) => {
      throw new Error(`serve ended with ${code}: ${log()}`);
    }),
  ]);
  const ready: Record<string, unknown> & { public: string; pid: number } = JSON.parse(line);
  return {
    child,
    url: ready.public,
    pid: ready.pid,
    ready,
    log,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return closed;
    },
  };
}

/** An empty folder that is gone when the test is over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with a workspace of `ada`. */
export async function workspaceFolder(...more: string[]): Promise<string> {
  const folder = join(await temporaryFolder(), 'data');
  const { code, err } = await commandLine(folder).run(['init', '--username', 'ada', ...more]);
  if (code !== 0) throw new Error(`init ended with ${code}: ${err}`);
  return folder;
}
