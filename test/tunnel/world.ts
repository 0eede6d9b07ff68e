import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import type { TunnelState } from '../../server/domain/tunnel-state.ts';
import { createTunnel } from '../../server/tunnel/create-tunnel.ts';
import type { Obstacle } from '../../server/tunnel/obstacle.ts';
import type { TunnelOptions } from '../../server/tunnel/create-tunnel.ts';
import type { Tunnel } from '../../server/tunnel-ports.ts';

export const SCRIPTED = fileURLToPath(new URL('scripted-cloudflared.js', import.meta.url));

/** A token in the shape of Cloudflare's, which the scripted program takes. */
export const TOKEN = Buffer.from(
  JSON.stringify({
    a: 'account',
    t: '0b9d8a3c-5b7e-4a57-8a54-2f6fd4c7f9a1',
    s: 'c2VjcmV0LXNlY3JldC1zZWNyZXQ=',
  }),
).toString('base64');

export const QUICK = { mode: 'quick_tunnel', port: 7420 } as const;
export const NAMED = { mode: 'named_tunnel', port: 7420, hostname: 'kb.example.com', token: TOKEN } as const;

/** What the scripted program does, see there. */
export interface Script {
  connects?: boolean;
  after?: number;
  refused?: boolean;
  exit?: number;
  lives?: number;
  hangs?: boolean;
  ignoresTerm?: boolean;
  split?: number;
  garbage?: boolean;
  says?: string[];
  udpBlocked?: boolean;
  ingress?: { hostname: string; service: string; path?: string }[];
  version?: string;
  hostname?: string;
}

export interface ProgramStarted {
  pid: number;
  flags: string[];
  env: Record<string, string>;
  at: number;
}

export interface TunnelWorld {
  tunnel: Tunnel;
  folder: string;
  /** Lines of our own log. */
  ownLog: { level: number; msg: string; [field: string]: unknown }[];
  /** What our public address is found to be, from the next look on. */
  found: { cause: Obstacle | null };
  /** Changes what the program does, from its next look on. */
  readonly play: (script: Script) => Promise<void>;
  /** Every start of the program until now. */
  readonly starts: () => Promise<ProgramStarted[]>;
  /** Resolves with the state as soon as it is of this name. */
  readonly until: <Name extends TunnelState['state']>(
    name: Name,
  ) => Promise<Extract<TunnelState, { state: Name }>>;
}

const endings: (() => unknown)[] = [];
afterAll(() => Promise.all(endings.map((ending) => ending())));

/** Does something when all tests of the file are over: those that run side by side have no end of their own. */
export function atEnd(ending: () => unknown): void {
  endings.push(ending);
}

/** A folder that is gone after the tests. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-tunnel-'));
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A tunnel over the scripted program; everything ends with the tests. */
export async function createTunnelWorld(
  script: Script = {},
  options: Partial<TunnelOptions> = {},
): Promise<TunnelWorld> {
  const folder = await createFolder();
  const env = { ...process.env, ...(await scriptedEnvironment(folder, script)) };
  const ownLog: TunnelWorld['ownLog'] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => ownLog.push(JSON.parse(line) as never) });
  const found: TunnelWorld['found'] = { cause: null };
  const tunnel = createTunnel({
    folder: join(folder, 'tunnel'),
    instanceId: 'ins_test',
    log,
    env,
    probe: async () => found.cause,
    ...options,
  });
  atEnd(() => tunnel.close());
  return {
    tunnel,
    folder,
    ownLog,
    found,
    play: (next) => writeScript(folder, next),
    starts: () => startsIn(folder),
    until: (name) => untilState(tunnel, name),
  };
}

/** What a process needs in its environment to find the scripted program. */
export async function scriptedEnvironment(folder: string, script: Script): Promise<Record<string, string>> {
  await writeScript(folder, script);
  return { CLOUDFLARED_BIN: SCRIPTED, SCRIPTED_CLOUDFLARED: scriptPath(folder) };
}

const scriptPath = (folder: string) => join(folder, 'script.json');
const recordsPath = (folder: string) => join(folder, 'starts.jsonl');

/** The program may look at any time: it sees the old script or the new one. */
export async function writeScript(folder: string, script: Script): Promise<void> {
  const path = scriptPath(folder);
  await writeFile(`${path}.new`, JSON.stringify({ ...script, records: recordsPath(folder) }));
  await rename(`${path}.new`, path);
}

export async function startsIn(folder: string): Promise<ProgramStarted[]> {
  const text = await readFile(recordsPath(folder), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ProgramStarted);
}

export function untilState<Name extends TunnelState['state']>(
  tunnel: Tunnel,
  name: Name,
): Promise<Extract<TunnelState, { state: Name }>> {
  return new Promise((resolve) => {
    const look = () => {
      if (tunnel.state.state !== name) return;
      stop();
      resolve(tunnel.state as Extract<TunnelState, { state: Name }>);
    };
    const stop = tunnel.onChange(look);
    look();
  });
}

/** Whether a process runs; one that has ended and is only not collected does not. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    return !/\) Z /.test(stat);
  } catch {
    return false;
  }
}
