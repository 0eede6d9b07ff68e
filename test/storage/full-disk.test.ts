import { execFile } from 'node:child_process';
import { mkdtemp, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../server/errors.ts';
import { openStore } from '../../server/storage/store.ts';
import { fixedClock, quietLog, save } from './builders.ts';

const run = promisify(execFile);
const FREE_SIZES = 50;
const STEP = 4096;

/** A file system of its own in memory, 1 MiB large; undefined where this process may not mount one. */
async function mountTmpfs(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-full-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
    return folder;
  } catch {
    await rmdir(folder);
    return undefined;
  }
}

const mounted = await mountTmpfs();
if (mounted === undefined) {
  process.stderr.write(
    '\n*** NOT TESTED: a real full disk. This process may not mount a tmpfs (run as root on Linux). ***\n\n',
  );
}

async function leaveFree(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  await writeFile(join(folder, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
}

/** Saves until the disk is full; the texts that were stored, and the code of the refusal. */
async function fillUp(folder: string): Promise<{ stored: Map<string, string>; refusal: string }> {
  const store = await openStore({ folder, clock: fixedClock, log: quietLog, idleCheckpointMs: 3_600_000 });
  const stored = new Map<string, string>();
  let refusal = '';
  for (let number = 0; refusal === ''; number += 1) {
    const text = `Text ${number} `.repeat(700);
    try {
      await save(store, `doc_${number}`, 1, text);
      stored.set(`doc_${number}`, text);
      if (number % 5 === 4) await store.checkpoint().catch(() => undefined);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal = error.code;
    }
  }
  for (const [id, text] of stored) expect(await store.content('documents', id)).toBe(text);
  await store.close();
  return { stored, refusal };
}

describe.skipIf(mounted === undefined)('a disk that is really full (security X5)', () => {
  it(`at ${FREE_SIZES} free sizes: no torn file, a clear refusal, reading goes on, nothing stored is lost`, async () => {
    const disk = mounted ?? '';
    const folder = join(disk, 'data');
    try {
      for (let size = 0; size < FREE_SIZES; size += 1) {
        await (await openStore({ folder, clock: fixedClock, log: quietLog, create: true })).close();
        await leaveFree(disk, 12 * STEP + size * STEP + size * 37);
        const { stored, refusal } = await fillUp(folder);
        expect(refusal).toBe('storage_full');
        await rm(join(disk, 'filler'));

        const after = await openStore({ folder, clock: fixedClock, log: quietLog });
        expect(after.damage).toEqual([]);
        expect(after.tables.documents.size).toBe(stored.size);
        for (const [id, text] of stored) expect(await after.content('documents', id)).toBe(text);
        expect(await after.verifyFiles()).toMatchObject({ damage: [] });
        expect((await after.verifyAudit()).broken).toEqual([]);
        await after.close();
        await rm(folder, { recursive: true });
      }
    } finally {
      await run('umount', [disk]);
      await rmdir(disk);
    }
  });
});
