import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../storage/node-file-system.ts';
import { createVectorFile, openVectorFile } from './vector-file.ts';
import type { VectorIdentity, VectorRecord } from './vector-records.ts';

const identity: VectorIdentity = {
  format: 1,
  instance: 'ours',
  kind: 'ollama',
  url: 'http://127.0.0.1:11434',
  model: 'm',
  requested: null,
  dimensions: 3,
};

const document = (id: string, ...vectors: number[]): VectorRecord => ({
  kind: 'document',
  id,
  embedded: {
    stamp: '1',
    passages: [{ hash: 'é', section: 'Überschrift', anchor: null }],
    vectors: Float32Array.from(vectors),
  },
});
const ignore = () => undefined;
const RECORDS = [document('one', 1, 0, 0), document('two', 0, 1, 0), { kind: 'complete' } as const];

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonplace-vectors-'));
  path = join(folder, 'm', 'vectors.bin');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(records: readonly VectorRecord[]): Promise<void> {
  const file = await createVectorFile(nodeFileSystem, path, identity);
  await Promise.all(records.map((record) => file.append(record)));
  await file.flush();
  await file.close();
}

/** What is read, and whether damage was found; null when the file is not taken. */
async function read(accept: (identity: VectorIdentity) => boolean = () => true) {
  const records: VectorRecord[] = [];
  const opened = await openVectorFile(nodeFileSystem, path, accept, (record) => void records.push(record));
  await opened?.file.close();
  return opened ? { records, isDamaged: opened.isDamaged } : null;
}

describe('a vector file', () => {
  it('gives back what was appended, in order', async () => {
    await write(RECORDS);
    expect(await read()).toEqual({ records: RECORDS, isDamaged: false });
  });

  it('is for its owner only', async () => {
    await write(RECORDS);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'm'))).mode & 0o777).toBe(0o700);
  });

  it('of another identity is not taken', async () => {
    await write(RECORDS);
    expect(await read(({ model }) => model === 'another')).toBeNull();
  });

  it('that is missing is none', async () => {
    expect(await read()).toBeNull();
  });

  it('cut off anywhere keeps every record before the cut', async () => {
    await write(RECORDS);
    const whole = await readFile(path);
    const kept: number[] = [];
    for (let length = 0; length <= whole.length; length += 1) {
      await writeFile(path, whole.subarray(0, length));
      const records = (await read())?.records ?? [];
      expect(records).toEqual(RECORDS.slice(0, records.length));
      kept.push(records.length);
    }
    expect(kept).toEqual(kept.toSorted((one, other) => one - other));
    expect(new Set(kept)).toEqual(new Set([0, 1, 2, 3]));
  });

  it.each([1, 7, 60])(
    'cut off %i bytes before its end takes more records behind what is whole',
    async (bytes) => {
      await write(RECORDS);
      await truncate(path, (await stat(path)).size - bytes);
      const before = (await read())?.records ?? [];
      expect(before.length).toBeLessThan(RECORDS.length);
      const opened = await openVectorFile(nodeFileSystem, path, () => true, ignore);
      await opened?.file.append(document('three', 0, 0, 1));
      await opened?.file.close();
      expect((await read())?.records).toEqual([...before, document('three', 0, 0, 1)]);
    },
  );

  it('with any one byte changed gives nothing that was not written', async () => {
    await write(RECORDS);
    const whole = await readFile(path);
    const written = new Set(RECORDS.map((record) => JSON.stringify(record)));
    for (let at = 0; at < whole.length; at += 1) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0x41;
      await writeFile(path, damaged);
      const records = (await read())?.records ?? [];
      expect(records.length).toBeLessThan(RECORDS.length);
      expect(records.filter((record) => !written.has(JSON.stringify(record)))).toEqual([]);
    }
  });

  it('written anew holds what it was given, and goes on from there', async () => {
    const file = await createVectorFile(nodeFileSystem, path, identity);
    await file.append(document('old', 1, 1, 1));
    const before = file.bytes;
    await file.rewrite(() => [{ kind: 'identity', identity }]);
    expect(file.bytes).toBeLessThan(before);
    await file.append(document('new', 0, 0, 1));
    await file.close();
    expect((await read())?.records).toEqual([document('new', 0, 0, 1)]);
  });

  it('that the disk refuses to extend is what it was, and takes the next record', async () => {
    let isFull = false;
    const fileSystem = {
      ...nodeFileSystem,
      open: async (...given: Parameters<typeof nodeFileSystem.open>) => {
        const file = await nodeFileSystem.open(...given);
        return {
          ...file,
          write: async (bytes: Uint8Array, position: number) => {
            if (!isFull) return file.write(bytes, position);
            await file.write(bytes.subarray(0, 5), position);
            throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' });
          },
        };
      },
    };
    const file = await createVectorFile(fileSystem, path, identity);
    await file.append(document('one', 1, 0, 0));
    isFull = true;
    await expect(file.append(document('lost', 1, 1, 1))).rejects.toMatchObject({ code: 'ENOSPC' });
    isFull = false;
    await file.append(document('two', 0, 1, 0));
    await file.close();
    expect(await read()).toEqual({
      records: [document('one', 1, 0, 0), document('two', 0, 1, 0)],
      isDamaged: false,
    });
  });
});
