import { describe, expect, it } from 'vitest';
import type { FileSystem, OpenFile } from '../../server/storage/file-system.ts';
import { createCrashDisk, type Loss } from './crash-disk.ts';
import { goOn, runUntilKilled, runWorkload, violationsOf, type History } from './power-cut-workload.ts';

const LOSSES: readonly Loss[] = ['lost', 'kept', 'cut', 'sectors'];

/** A small generator with a seed, so that a failing image can be made again. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Cuts the power after every single operation, in each way; ends early when enough is known. */
async function cutEverywhere(
  disk: ReturnType<typeof createCrashDisk>,
  history: History,
  enough = Infinity,
): Promise<string[]> {
  const random = seeded(7);
  const violations: string[] = [];
  for (let point = 1; point <= disk.now && violations.length < enough; point += 1) {
    for (const loss of LOSSES) {
      const found = await violationsOf(disk.imageAt(point, loss, random), history, point);
      violations.push(...found.map((violation) => `cut at ${point} (${loss}): ${violation}`));
    }
  }
  return violations;
}

describe('a power cut at any moment (security X3)', () => {
  it('loses nothing that was acknowledged and shows nothing half-done', async () => {
    const disk = createCrashDisk();
    const history = await runWorkload(disk);
    expect(disk.now).toBeGreaterThan(300);
    expect(await cutEverywhere(disk, history)).toEqual([]);
  });

  it('is survived again while a start recovers from one', async () => {
    const disk = createCrashDisk();
    const history = await runWorkload(disk);
    const random = seeded(11);
    const violations: string[] = [];
    for (let count = 1; count <= 40; count += 1) {
      const point = Math.round((count / 40) * disk.now);
      const first = disk.imageAt(point, 'sectors', random);
      await violationsOf(first, history, point);
      const second = first.imageAt(Math.floor(random() * first.now), 'cut', random);
      violations.push(
        ...(await violationsOf(second, history, point)).map((violation) => `cut at ${point}: ${violation}`),
      );
    }
    expect(violations).toEqual([]);
  });
});

describe('a program that is killed, started again, and then the power is cut', () => {
  it.each(['lost', 'cut', 'sectors'] as const)('loses nothing that was acknowledged (%s)', async (loss) => {
    const whole = createCrashDisk();
    await runWorkload(whole);
    const random = seeded(13);
    const violations: string[] = [];
    for (let killed = 1; killed < whole.now; killed += 3) {
      const disk = createCrashDisk();
      const history = await runUntilKilled(disk, killed);
      const restarted = disk.now;
      await goOn(disk, history);
      const acknowledged = history.changes.at(-1)?.acknowledgedAt ?? disk.now;
      for (const point of [
        acknowledged,
        restarted + Math.ceil(random() * (disk.now - restarted)),
        disk.now,
      ]) {
        const found = await violationsOf(disk.imageAt(point, loss, random), history, point);
        violations.push(...found.map((one) => `killed at ${killed}, cut at ${point}: ${one}`));
      }
    }
    expect(violations).toEqual([]);
  });
});

const fixed = (path: string) => path.replace(/\.[0-9a-f]{24}\.tmp$/, '.fixed.tmp');

/** Mistakes that storage code makes; the simulated disk is worth something only if it catches every one. */
const PLANTED: Record<string, (disk: FileSystem) => FileSystem> = {
  'files are never flushed': (disk) =>
    withFiles(disk, (file) => ({ ...file, sync: nothing, datasync: nothing })),
  'folders are never flushed': (disk) => ({ ...disk, syncFolder: nothing }),
  'files are renamed before they are flushed': (disk) => ({
    ...withFiles(disk, (file) => ({ ...file, sync: nothing })),
    async rename(from, to) {
      await disk.rename(from, to);
      await disk.syncFolder(to.slice(0, to.lastIndexOf('/')));
      const file = await disk.open(to, 'update');
      await file.sync();
    },
  }),
  'temporary files have one fixed name': (disk) => {
    return {
      ...disk,
      async open(path, mode) {
        const exists = fixed(path) !== path && (await disk.stat(fixed(path))) !== undefined;
        return disk.open(fixed(path), exists ? 'update' : mode);
      },
      rename: (from, to) => disk.rename(fixed(from), to),
      unlink: (path) => disk.unlink(fixed(path)),
    };
  },
  'short writes are taken for whole ones': (disk) =>
    withFiles(disk, (file) => ({
      ...file,
      async write(buffer, position) {
        await file.write(buffer.subarray(0, Math.min(buffer.length, 2000)), position);
        return buffer.length;
      },
    })),
};

const nothing = async () => undefined;

function withFiles(disk: FileSystem, change: (file: OpenFile) => OpenFile): FileSystem {
  return { ...disk, open: async (path, mode) => change(await disk.open(path, mode)) };
}

describe('the simulated disk catches planted mistakes (security X3)', () => {
  it.each(Object.entries(PLANTED))('%s', async (_name, plant) => {
    const disk = createCrashDisk();
    let violations: string[];
    try {
      const history = await runWorkload(disk, plant(disk.fileSystem));
      violations = await cutEverywhere(disk, history, 1);
    } catch (error) {
      violations = [`the workload failed: ${String(error)}`];
    }
    expect(violations).not.toEqual([]);
  });
});
