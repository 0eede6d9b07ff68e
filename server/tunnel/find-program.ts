import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ASSETS } from '../assets.ts';
import { systemErrorCode } from '../system-error.ts';
import { cleanEnvironment } from './command-line.ts';
import type { Obstacle } from './obstacle.ts';

/** Before it the program cannot write its log as JSON (its release notes of 2025-06-16). */
const OLDEST_USABLE = '2025.6.1';
/** Cloudflare supports a version for a year. */
const OLDEST_ADVISED = '2026.1.0';
const VERSION_LIMIT_MS = 10_000;
const VERSION = /^cloudflared version (\d{4}\.\d{1,2}\.\d{1,3})\b/m;

export type FoundProgram =
  | { path: string; version: string; warning: string | null }
  | { path: null; obstacle: Obstacle };

export interface ProgramPlaces {
  env: NodeJS.ProcessEnv;
  /** Folders where a copy may come with us, the first one first. */
  folders: readonly string[];
  platform: NodeJS.Platform;
}

/** Where a copy of the program comes with us: in an installed app, or as `scripts/fetch-cloudflared.js` puts it. */
export function bundledFolders(): string[] {
  const resources = 'resourcesPath' in process ? process.resourcesPath : undefined;
  const fetched = fileURLToPath(new URL(`bin/${process.platform}-${process.arch}/`, ASSETS));
  return [...(typeof resources === 'string' ? [join(resources, 'bin')] : []), fetched];
}

/**
 * Finds the tunnel's program: `CLOUDFLARED_BIN`, then the copy that comes with us, then the search path
 * (desktop-shell §2.2); and asks it for its version, which also shows that it can be run.
 */
export async function findProgram({ env, folders, platform }: ProgramPlaces): Promise<FoundProgram> {
  const named = env['CLOUDFLARED_BIN'] ?? '';
  if (named !== '') return tryProgram(named, 'CLOUDFLARED_BIN', env);
  const name = platform === 'win32' ? 'cloudflared.exe' : 'cloudflared';
  const onPath = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  for (const folder of [...folders, ...onPath]) {
    const path = join(folder, name);
    if (await isThere(path)) return tryProgram(path, path, env);
  }
  return { path: null, obstacle: NOT_INSTALLED };
}

const NOT_INSTALLED: Obstacle = {
  reason: 'The tunnel’s program, cloudflared, is not on this computer.',
  hint: 'Install cloudflared from Cloudflare, then switch the tunnel off and on again; or name its file in CLOUDFLARED_BIN.',
};

async function tryProgram(path: string, from: string, env: NodeJS.ProcessEnv): Promise<FoundProgram> {
  const answer = await askVersion(path, cleanEnvironment(env));
  if (typeof answer !== 'string') return { path: null, obstacle: obstacleOf(answer.code, from) };
  const version = VERSION.exec(answer)?.[1];
  if (version === undefined) {
    return {
      path: null,
      obstacle: {
        reason: `${from} is not cloudflared: it does not say its version.`,
        hint: 'Install cloudflared from Cloudflare, or correct CLOUDFLARED_BIN.',
      },
    };
  }
  if (isOlder(version, OLDEST_USABLE)) {
    return {
      path: null,
      obstacle: {
        reason: `cloudflared ${version} is too old: at least ${OLDEST_USABLE} is needed.`,
        hint: 'Update cloudflared, then switch the tunnel off and on again.',
      },
    };
  }
  const warning = isOlder(version, OLDEST_ADVISED)
    ? `cloudflared ${version} is out of date: update it to ${OLDEST_ADVISED} or later.`
    : null;
  return { path, version, warning };
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path, constants.F_OK);
    return true;
  } catch {
    return false;
  }
}

/** What the program prints for `--version`, or why it could not be asked. */
function askVersion(path: string, env: NodeJS.ProcessEnv): Promise<string | { code: string | undefined }> {
  return new Promise((resolve) => {
    const options = { env, timeout: VERSION_LIMIT_MS, killSignal: 'SIGKILL', windowsHide: true } as const;
    execFile(path, ['--version'], options, (error, stdout) => {
      if (error === null || error.code === 0) resolve(stdout);
      else resolve({ code: error.killed === true ? 'ETIMEDOUT' : systemErrorCode(error) });
    });
  });
}

function obstacleOf(code: string | undefined, from: string): Obstacle {
  if (code === 'ENOENT') {
    return {
      reason: `${from} names a file that is not there.`,
      hint: 'Correct it, or remove it and install cloudflared from Cloudflare.',
    };
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return {
      reason: `The system does not let ${from} run.`,
      hint: 'Make the file executable, or release it from the quarantine of the system or of the virus scanner.',
    };
  }
  return {
    reason: `${from} does not run on this computer.`,
    hint: 'Install the cloudflared of this system and processor.',
  };
}

/** Compares versions such as `2025.6.1`, part by part. */
export function isOlder(version: string, than: string): boolean {
  const other = than.split('.').map(Number);
  const difference = version
    .split('.')
    .map((part, place) => Number(part) - (other[place] ?? 0))
    .find((part) => part !== 0);
  return (difference ?? 0) < 0;
}
