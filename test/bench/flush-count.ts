import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { systemClock } from '../../server/clock.ts';
import type { FileSystem } from '../../server/storage/file-system.ts';
import { nodeFileSystem } from '../../server/storage/node-file-system.ts';
import { openStore } from '../../server/storage/store.ts';

/** Saves one document again and again in a store of its own, and counts what is flushed to the disk meanwhile. */
export async function countFlushesPerSave(
  saves: number,
  text: string,
): Promise<{ saves: number; flushes: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-bench-flush-'));
  const counter = { flushes: 0 };
  const store = await openStore({
    folder,
    create: true,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    fileSystem: countingFileSystem(counter),
    // Checkpoints write files off the path; here only the path is counted.
    checkpointAfter: { records: 1_000_000, bytes: 1_000_000_000 },
    idleCheckpointMs: 3_600_000,
  });
  try {
    counter.flushes = 0;
    for (let index = 0; index < saves; index += 1) {
      const tx = store.begin();
      tx.settings.put({ id: 'workspace', values: { guidance: `${text.slice(0, 3000)} ${index}` } });
      await tx.commit();
    }
    return { saves, flushes: counter.flushes };
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function countingFileSystem(counter: { flushes: number }): FileSystem {
  return {
    ...nodeFileSystem,
    async open(path, mode) {
      const file = await nodeFileSystem.open(path, mode);
      return {
        read: (buffer, position) => file.read(buffer, position),
        write: (buffer, position) => file.write(buffer, position),
        truncate: (length) => file.truncate(length),
        size: () => file.size(),
        close: () => file.close(),
        datasync: counted(counter, () => file.datasync()),
        sync: counted(counter, () => file.sync()),
      };
    },
    syncFolder(path) {
      counter.flushes += 1;
      return nodeFileSystem.syncFolder(path);
    },
  };
}

function counted(counter: { flushes: number }, flush: () => Promise<void>): () => Promise<void> {
  return () => {
    counter.flushes += 1;
    return flush();
  };
}
