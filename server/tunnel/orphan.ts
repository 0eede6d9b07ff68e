import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { systemErrorCode } from '../system-error.ts';
import { GRACE_MS } from './command-line.ts';

const recordSchema = z.strictObject({ pid: z.int().min(2), started: z.string(), program: z.string() });
const LOOK_EVERY_MS = 100;

/**
 * The note of which process runs the tunnel, for the next start: should a program ever outlive us, it is recognised and
 * ended (desktop-shell §2.5).
 */
export interface ProgramRecord {
  /** Notes a process that has just been started. */
  write(pid: number, program: string): Promise<void>;
  /** Forgets the process, unless another has been noted since. */
  clear(pid: number): Promise<void>;
  /** Ends the noted process if it still runs, and only if it is the same: process ids are given out again. */
  endOrphan(): Promise<void>;
}

export function createProgramRecord(folder: string): ProgramRecord {
  const path = join(folder, 'program.json');
  let noted: number | null = null;
  return {
    async write(pid, program) {
      noted = pid;
      const started = await startOf(pid);
      if (started === null || noted !== pid) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path, JSON.stringify({ pid, started, program }), { mode: 0o600 });
    },
    async clear(pid) {
      if (noted !== pid) return;
      noted = null;
      await rm(path, { force: true });
    },
    async endOrphan() {
      const record = await readRecord(path);
      if (record !== null) await endProcess(record);
      await rm(path, { force: true });
    },
  };
}

type Noted = z.infer<typeof recordSchema>;

async function endProcess(record: Noted): Promise<void> {
  const isSame = async () => (await startOf(record.pid)) === record.started;
  if (!(await isSame())) return;
  signal(record.pid, 'SIGTERM');
  for (let waited = 0; waited < GRACE_MS; waited += LOOK_EVERY_MS) {
    if (!(await isSame())) return;
    await pause(LOOK_EVERY_MS);
  }
  if (await isSame()) signal(record.pid, 'SIGKILL');
}

/** It may have ended by itself since it was looked at. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error;
  }
}

async function readRecord(path: string): Promise<Noted | null> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    // None, or cut by a crash: then nobody can be recognised by it.
    return null;
  }
}

/** When a process began, as the system says it; null when there is none, or it has ended and only its record is left. */
async function startOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return startOnLinux(pid);
  // Windows ends our children with us.
  return process.platform === 'win32' ? null : startByPs(pid);
}

/** Start in ticks since the system's own, with the name of that: both are new after a restart of the computer. */
async function startOnLinux(pid: number): Promise<string | null> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The second field is the name in brackets and may hold anything; the state is the first one after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : `${boot.trim()} ${fields[19] ?? ''}`;
  } catch {
    return null;
  }
}

function startByPs(pid: number): Promise<string | null> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'lstart=', '-p', String(pid)], (error, stdout) => {
      resolve(error === null && stdout.trim() !== '' ? stdout.trim() : null);
    });
  });
}
