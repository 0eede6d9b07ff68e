import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TunnelOrder } from '../tunnel-ports.ts';
import { PROGRAM_CONFIG, programArguments, programEnvironment, type Protocol } from './command-line.ts';
import { bundledFolders, findProgram } from './find-program.ts';
import type { Obstacle } from './obstacle.ts';
import { createProgramRecord } from './orphan.ts';
import { startProgram, type ProgramExit } from './program-process.ts';

export interface LaunchOptions {
  order: TunnelOrder;
  protocol: Protocol;
  /** Aborted when nobody wants the program any more; one that is being started ends then. */
  signal: AbortSignal;
  onLine: (line: string) => void;
  onExit: (exit: ProgramExit) => void;
}

/** A program that runs. */
export interface LaunchedProgram {
  /** Of which version it is, and whether that should worry somebody. */
  version: string;
  warning: string | null;
  readonly stop: () => Promise<void>;
  readonly kill: () => void;
}

export type LaunchResult = LaunchedProgram | { obstacle: Obstacle };

/** Starts the tunnel's program. */
export type Launch = (options: LaunchOptions) => Promise<LaunchResult>;

export interface LauncherOptions {
  /** Of the data folder: the program's settings file and the note of its process. */
  folder: string;
  env: NodeJS.ProcessEnv;
}

/** Starts the program that is found on this computer. What a former run left over ends before. */
export function createLauncher({ folder, env }: LauncherOptions): Launch {
  const record = createProgramRecord(folder);
  const config = join(folder, 'cloudflared.yml');
  let prepared: Promise<void> | undefined;

  async function prepare(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(config, PROGRAM_CONFIG, { mode: 0o600 });
    await record.endOrphan();
  }

  return async ({ order, protocol, signal, onLine, onExit }) => {
    prepared ??= prepare().catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    await prepared;
    const places = { env, folders: bundledFolders(), platform: process.platform };
    const found = await findProgram(places);
    if (found.path === null) return { obstacle: found.obstacle };
    signal.throwIfAborted();
    let pid = 0;
    const program = await startProgram({
      path: found.path,
      arguments: programArguments({ order, protocol, config }),
      env: programEnvironment(env, order),
      folder,
      onLine,
      onExit: (exit) => {
        void record.clear(pid).catch(() => undefined);
        onExit(exit);
      },
    });
    pid = program.pid;
    // The program's guard ends it with us; the note is for the case beyond that, and a full disk must not keep us offline.
    await record.write(pid, found.path).catch(() => undefined);
    const { stop, kill } = program;
    return { version: found.version, warning: found.warning, stop, kill };
  };
}
