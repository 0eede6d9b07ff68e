import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProgram, type ProgramExit, type ProgramProcess } from './program-process.ts';

interface Watched {
  program: ProgramProcess;
  lines: string[];
  firstLine: Promise<string>;
  exit: Promise<ProgramExit>;
}

/** Runs a piece of JavaScript as the program. */
async function watch(folder: string, code: string, patienceMs?: number): Promise<Watched> {
  const path = join(folder, 'program.mjs');
  await writeFile(path, code);
  const lines: string[] = [];
  const first = Promise.withResolvers<string>();
  const exit = Promise.withResolvers<ProgramExit>();
  const program = await startProgram({
    path: process.execPath,
    arguments: [path, 'a word', '$HOME "quoted"'],
    env: { PATH: process.env['PATH'] },
    ...(patienceMs === undefined ? {} : { patienceMs }),
    folder,
    onLine(line) {
      lines.push(line);
      first.resolve(line);
    },
    onExit: exit.resolve,
  });
  return { program, lines, firstLine: first.promise, exit: exit.promise };
}

const LIVES = 'setInterval(() => {}, 1000);';

describe('the process of the tunnel’s program (desktop-shell §2.5)', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commonplace-program-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is the program itself: its words, its process id, its own exit code, and its last line', async () => {
    const code = `
      console.error(JSON.stringify([process.pid, process.argv.slice(2)]));
      process.stderr.write('last words');
      process.exitCode = 42;`;
    const { program, lines, exit } = await watch(folder, code);
    expect(await exit).toEqual({ code: 42, signal: null });
    expect(JSON.parse(lines[0] ?? '')).toEqual([program.pid, ['a word', '$HOME "quoted"']]);
    expect(lines.at(-1)).toBe('last words');
    await program.stop();
  });

  it('ends at the first SIGTERM, when it may still finish its work', async () => {
    const code = `${LIVES} process.once('SIGTERM', () => process.exit(7)); console.error('ready');`;
    const { program, firstLine, exit } = await watch(folder, code);
    await firstLine;
    await program.stop();
    expect(await exit).toEqual({ code: 7, signal: null });
  });

  it('is killed when it does not end: "do not test child.killed"', async () => {
    const { program, firstLine, exit } = await watch(
      folder,
      `${LIVES} process.on('SIGTERM', () => {}); console.error('ready');`,
      100,
    );
    await firstLine;
    await program.stop();
    expect(await exit).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('is killed at once when it hangs', async () => {
    const { program, firstLine, exit } = await watch(folder, `${LIVES} console.error('ready');`);
    await firstLine;
    program.kill();
    expect(await exit).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('has nothing of ours to read, and no guard is left behind', async () => {
    const code = `process.stdin.on('end', () => console.error('end of input')).resume(); ${LIVES}`;
    const { program, firstLine, exit } = await watch(folder, code);
    expect(await firstLine).toBe('end of input');
    program.kill();
    await exit;
  });

  it('a program that cannot be started says so as shells do', async () => {
    const exit = Promise.withResolvers<ProgramExit>();
    await startProgram({
      path: join(folder, 'missing'),
      arguments: [],
      env: {},
      folder,
      onLine: () => undefined,
      onExit: exit.resolve,
    });
    expect((await exit.promise).code).toBe(127);
  });
});
