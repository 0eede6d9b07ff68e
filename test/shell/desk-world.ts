import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { CallAnswer } from '../../server/faces/app/contract.ts';
import { initializeFolder } from '../builders/folder.ts';
import type * as electronModule from '../fakes/electron.ts';
import { PATIENCE } from '../patience.ts';

export type FakeElectron = typeof electronModule;

/** The real main process on the stand-in for Electron, with a real server on a real folder. */
export interface DeskWorld {
  electron: FakeElectron;
  /** What the system was asked to do. */
  record: FakeElectron['record'];
  /** Folder of the workspace. */
  folder: string;
  /** The profile of the shell. */
  profile: string;
  /** Where everything of this computer lies; another start on it finds what this one left. */
  root: string;
  window(): electronModule.BrowserWindow;
  tray(): electronModule.Tray;
  /** Calls as the window's page does, or a page at another address. */
  call(name: unknown, input?: unknown, frame?: Frame | null): Promise<CallAnswer<unknown>>;
  /** Resolves with the exit code once the program has ended. */
  ended: Promise<number>;
  /** Ends the program as its menu does; resolves with its exit code. */
  quit(): Promise<number>;
}

interface Frame {
  url: string;
  parent: unknown;
}

export interface DeskOptions {
  /** Without a workspace the first run begins. */
  hasWorkspace?: boolean;
  /** Words after the program's own. */
  words?: string[];
  /** The `root` of an earlier start. */
  root?: string;
  /** How the system answers. */
  system?: Partial<FakeElectron['system']>;
}

export const OWN_FRAME: Frame = { url: 'app://desk/', parent: null };
const EVENTS_OF_PROCESS = ['uncaughtException', 'unhandledRejection', 'SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const roots: string[] = [];
const running = new Set<DeskWorld>();

/** Starts the program as Electron does, by loading `main/index.ts`. */
export async function startDesk(options: DeskOptions = {}): Promise<DeskWorld> {
  const root = options.root ?? (await mkdtemp(join(tmpdir(), 'commonplace-desk-')));
  if (options.root === undefined) roots.push(root);
  const folder = join(root, 'workspace');
  if (options.hasWorkspace !== false && options.root === undefined) {
    await initializeFolder(folder, { username: 'ada' });
  }
  // A program that starts knows nothing of the one before, nor does its Electron.
  vi.resetModules();
  const electron = await import('../fakes/electron.ts');
  Object.assign(electron.system, { folder: root, ...options.system });
  const flags = ['--data', folder, '--port', '0', '--local-port', '0', '--log-level', 'silent'];
  const own = electron.system.isPackaged ? ['commonplace'] : ['electron', '.'];
  process.argv = [...own, ...flags, ...(options.words ?? [])];
  const forget = rememberListeners();
  const ended = new Promise<number>((resolve) => electron.app.once('exited', resolve));
  await import('../../main/index.ts');
  const { record } = electron;
  const world: DeskWorld = {
    electron,
    record,
    folder,
    root,
    profile: join(root, 'appData', 'Commonplace Desktop'),
    window: () => present(record.windows.at(-1), 'window'),
    tray: () => present(record.trays.at(-1), 'tray'),
    async call(name, input = {}, senderFrame = OWN_FRAME) {
      const handler = await vi.waitFor(
        () => present(record.calls.get('desk:call'), 'handler of calls'),
        PATIENCE,
      );
      return (await handler({ senderFrame }, name, input)) as CallAnswer<unknown>;
    },
    ended,
    async quit() {
      electron.app.quit();
      const code = await ended;
      running.delete(world);
      forget();
      return code;
    },
  };
  running.add(world);
  return world;
}

/** Ends what a test left running, and removes its folders. */
export async function endDesks(): Promise<void> {
  for (const world of running) await world.quit();
  await Promise.all(roots.splice(0).map((root) => rm(root, { recursive: true, force: true })));
}

/** The program listens to its process, which is the tests' here. */
function rememberListeners(): () => void {
  const before = EVENTS_OF_PROCESS.map((name) => new Set(process.listeners(name as 'SIGINT')));
  return () => {
    for (const [index, name] of EVENTS_OF_PROCESS.entries()) {
      for (const listener of process.listeners(name as 'SIGINT')) {
        if (!before[index]?.has(listener)) process.off(name, listener);
      }
    }
  };
}

function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`There is no ${what}.`);
  return value;
}
