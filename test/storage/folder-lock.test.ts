import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLockHolder } from '../../server/storage/folder-lock.ts';
import { FolderInUse } from '../../server/storage/open-errors.ts';
import { open, temporaryFolder } from './builders.ts';

const OPENER = join(import.meta.dirname, 'opener.ts');

interface Opener {
  answer: Promise<{ opened: boolean; pid: number | null }>;
  pid: number;
  kill(): Promise<void>;
}

/** Another process that opens the folder, says how it went, and holds on until it is killed. */
function startOpener(folder: string): Opener {
  const child = spawn(process.execPath, [OPENER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const answer = new Promise<{ opened: boolean; pid: number | null }>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(JSON.parse(line.toString('utf8'))));
    child.once('error', reject);
    child.once('close', () => reject(new Error('The other process ended without a word.')));
  });
  return {
    answer,
    pid: child.pid ?? -1,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe('a data folder has one owner (security X7)', () => {
  it('of 20 parallel starts exactly one runs, and the others name its process', async () => {
    const folder = await temporaryFolder();
    await (await open(folder, { create: true })).close();
    const openers = Array.from({ length: 20 }, () => startOpener(folder));
    try {
      const answers = await Promise.all(openers.map((opener) => opener.answer));
      const winners = openers.filter((_, index) => answers[index]?.opened);
      expect(winners).toHaveLength(1);
      const refused = answers.filter((answer) => !answer.opened);
      expect(refused.map((answer) => answer.pid)).toEqual(Array.from({ length: 19 }, () => winners[0]?.pid));
    } finally {
      for (const opener of openers) await opener.kill();
    }
  });

  it('the lock is free at once after its holder was killed', async () => {
    const folder = await temporaryFolder();
    await (await open(folder, { create: true })).close();
    const opener = startOpener(folder);
    expect(await opener.answer).toMatchObject({ opened: true });
    await expect(open(folder)).rejects.toMatchObject({ name: 'FolderInUse', details: { pid: opener.pid } });
    await opener.kill();
    expect((await open(folder)).readOnlyReason).toBeNull();
  });

  it('the holder says where it can be reached; afterwards nobody holds it', async () => {
    const folder = await temporaryFolder();
    expect(await readLockHolder(folder)).toBeNull();
    const store = await open(folder, { create: true });
    await expect(open(folder)).rejects.toBeInstanceOf(FolderInUse);
    await store.publishSocket(`${folder}/socket`);
    expect(await readLockHolder(folder)).toEqual({ pid: process.pid, socket: `${folder}/socket` });
    await store.close();
    expect(await readLockHolder(folder)).toBeNull();
  });

  it.skipIf(process.platform === 'win32')(
    'folder and files are for their owner only (security E9)',
    async () => {
      const folder = await temporaryFolder();
      await open(folder, { create: true });
      expect(await modeOf(folder)).toBe(0o700);
      expect(await modeOf(join(folder, 'journal'))).toBe(0o700);
      for (const file of ['workspace.json', 'lock', 'secrets/audit.key', 'collections/users.json']) {
        expect(await modeOf(join(folder, file))).toBe(0o600);
      }
    },
  );
});
