import { describe, expect, it } from 'vitest';
import { AppError } from '../../server/errors.ts';
import type { DurableStore } from '../../server/storage/assembled-store.ts';
import type { FileSystem, OpenFile } from '../../server/storage/file-system.ts';
import { save } from './builders.ts';
import { createCrashDisk } from './crash-disk.ts';
import { FOLDER, openOn } from './power-cut-workload.ts';

/** Which call to the disk fails, counted from the moment that it is armed. */
interface Fault {
  call: number;
  code: string;
  /** Only calls with this name count; all when undefined. */
  only?: string;
  /** How many calls fail in a row. */
  times: number;
  seen: number;
  armed: boolean;
}

function failing(disk: FileSystem, fault: Fault): FileSystem {
  function guard<Arguments extends unknown[], Result>(
    name: string,
    action: (...args: Arguments) => Promise<Result>,
  ) {
    return async (...args: Arguments): Promise<Result> => {
      if (fault.armed && (fault.only === undefined || fault.only === name)) {
        fault.seen += 1;
        if (fault.seen >= fault.call && fault.seen < fault.call + fault.times) {
          throw Object.assign(new Error(`${fault.code}: injected into ${name}`), { code: fault.code });
        }
      }
      return action(...args);
    };
  }
  const file = (opened: OpenFile): OpenFile => ({
    ...opened,
    write: guard('write', opened.write),
    truncate: guard('truncate', opened.truncate),
    datasync: guard('datasync', opened.datasync),
    sync: guard('sync', opened.sync),
  });
  return {
    ...disk,
    open: guard('open', async (path: string, mode: 'read' | 'update' | 'create') =>
      file(await disk.open(path, mode)),
    ),
    rename: guard('rename', disk.rename),
    unlink: guard('unlink', disk.unlink),
    makeFolder: guard('makeFolder', disk.makeFolder),
    syncFolder: guard('syncFolder', disk.syncFolder),
  };
}

/** A disk that takes what fits, says so, and has no room from then on. */
function filling(disk: FileSystem, space: { left: number }): FileSystem {
  const file = (opened: OpenFile): OpenFile => ({
    ...opened,
    async write(buffer, position) {
      if (space.left <= 0) throw Object.assign(new Error('ENOSPC: injected'), { code: 'ENOSPC' });
      const taken = await opened.write(buffer.subarray(0, Math.min(buffer.length, space.left)), position);
      space.left -= taken;
      return taken;
    },
  });
  return { ...disk, open: async (path, mode) => file(await disk.open(path, mode)) };
}

const noFault = (): Fault => ({ call: 0, code: '', times: 0, seen: 0, armed: false });

async function faultyStore(checkpointAfter?: { records: number; bytes: number }): Promise<{
  disk: ReturnType<typeof createCrashDisk>;
  fault: Fault;
  store: DurableStore;
}> {
  const disk = createCrashDisk();
  const fault = noFault();
  const more = checkpointAfter && { checkpointAfter };
  const store = await openOn(failing(disk.fileSystem, fault), true, more);
  await save(store, 'doc_a', 1, 'Before the fault');
  return { disk, fault, store };
}

/** `stored`, or the code of the refusal. What a client may rely on after a fault: refused is refused, stored is stored, and reading goes on. */
async function outcomeOf(store: DurableStore, id: string): Promise<string> {
  try {
    await save(store, id, 1, `Text of ${id}`);
    return 'stored';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
}

describe('a disk that fails (security X4)', () => {
  it.each([
    ['ENOSPC', 'storage_full'],
    ['EIO', 'unavailable'],
    ['EACCES', 'unavailable'],
  ])(
    'a write that ends with %s is refused with %s, nothing of it stays, and writing goes on',
    async (code, answer) => {
      const { disk, fault, store } = await faultyStore();
      Object.assign(fault, { call: 1, code, only: 'write', times: 1, armed: true });
      expect(await outcomeOf(store, 'doc_b')).toBe(answer);
      expect(store.tables.documents.get('doc_b')).toBeUndefined();
      expect(await store.content('documents', 'doc_a')).toBe('Before the fault');
      expect(await outcomeOf(store, 'doc_c')).toBe('stored');
      await store.close();

      const after = await openOn(disk.fileSystem);
      expect([...after.tables.documents.all()].map((head) => head.id)).toEqual(['doc_a', 'doc_c']);
      expect(await after.verifyAudit()).toEqual({ entries: 2, broken: [] });
      await after.close();
    },
  );

  it.each([
    ['write', 'ENOSPC', 'storage_full'],
    ['datasync', 'EIO', 'read_only'],
  ])(
    'a change that is durable is answered as stored although the %s of the next one fails',
    async (only, code, answer) => {
      const { disk, fault, store } = await faultyStore();
      Object.assign(fault, { call: 2, code, only, times: 1, armed: true });
      const outcomes = await Promise.all(['doc_b', 'doc_c'].map((id) => outcomeOf(store, id)));
      expect(outcomes).toEqual(['stored', answer]);
      expect([...store.tables.documents.all()].map((head) => head.id)).toEqual(['doc_a', 'doc_b']);
      await store.close();

      const after = await openOn(disk.fileSystem);
      expect(after.tables.documents.get('doc_b')).toBeDefined();
      expect(await after.verifyAudit()).toMatchObject({ broken: [] });
      await after.close();
    },
  );

  it('a write of which the disk took a part before it was full is taken back whole (security F1)', async () => {
    const disk = createCrashDisk();
    const space = { left: Infinity };
    const store = await openOn(filling(disk.fileSystem, space), true);
    await save(store, 'doc_a', 1, 'Before the disk was full');
    space.left = 700;
    expect(await outcomeOf(store, 'doc_b')).toBe('storage_full');
    space.left = Infinity;
    expect(await outcomeOf(store, 'doc_c')).toBe('stored');
    await store.close();
    const after = await openOn(disk.fileSystem);
    expect([...after.tables.documents.all()].map((head) => head.id)).toEqual(['doc_a', 'doc_c']);
    await after.close();
  });

  it('a new part of the journal that cannot be opened is taken back before the old one grows past it', async () => {
    const { disk, fault, store } = await faultyStore();
    const segments = async () => {
      const names = (await disk.fileSystem.list(`${FOLDER}/journal`)).map((entry) => entry.name);
      return names.filter((name) => name.endsWith('.jsonl'));
    };
    const before = await segments();
    Object.assign(fault, { call: 2, code: 'EMFILE', only: 'open', times: 1, armed: true });
    await expect(store.checkpoint()).rejects.toThrow('EMFILE');
    expect(await segments()).toEqual(before);
    expect(await outcomeOf(store, 'doc_b')).toBe('stored');
    await store.close();
  });

  it('while files cannot be written the journal grows to a bound; then writes are refused, until the files are', async () => {
    const { disk, fault, store } = await faultyStore({ records: 1_000_000, bytes: 100 });
    Object.assign(fault, { call: 1, code: 'EACCES', only: 'rename', times: Infinity, armed: true });
    const outcomes: string[] = [];
    for (let count = 0; count < 30; count += 1) outcomes.push(await outcomeOf(store, `doc_${count}`));
    const stored = outcomes.filter((outcome) => outcome === 'stored').length;
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(30);
    expect(outcomes.slice(stored)).toEqual(Array.from({ length: 30 - stored }, () => 'unavailable'));
    fault.armed = false;
    await store.checkpoint();
    expect(await outcomeOf(store, 'doc_b')).toBe('stored');
    await store.close();
    const after = await openOn(disk.fileSystem);
    expect(after.tables.documents.size).toBe(stored + 2);
    await after.close();
  });

  it.each(['datasync', 'truncate'])(
    'after a failed %s nothing is written until a restart; reading goes on (a flush is never tried again)',
    async (call) => {
      const { disk, fault, store } = await faultyStore();
      if (call === 'truncate') Object.assign(fault, { call: 1, code: 'EIO', times: 2, armed: true });
      else Object.assign(fault, { call: 1, code: 'EIO', only: call, times: 1, armed: true });
      expect(await outcomeOf(store, 'doc_b')).toBe('read_only');
      const seen = fault.seen;
      expect(await outcomeOf(store, 'doc_c')).toBe('read_only');
      expect(fault.seen).toBe(seen);
      expect(store.readOnlyReason).not.toBeNull();
      expect(await store.content('documents', 'doc_a')).toBe('Before the fault');
      await store.close();

      const after = await openOn(disk.fileSystem);
      expect(after.readOnlyReason).toBeNull();
      // A disk that does not even take back what it was given may leave it there.
      const mayStay = call === 'truncate' ? ['doc_b'] : [];
      const ids = [...after.tables.documents.all()].map((head) => head.id);
      expect(ids.filter((id) => !mayStay.includes(id))).toEqual(['doc_a']);
      expect(await outcomeOf(after, 'doc_d')).toBe('stored');
      await after.close();
    },
  );

  it.each(['EIO', 'ENOSPC', 'EACCES'])(
    '%s at any call: stored is stored, refused is refused, and the next start is whole',
    async (code) => {
      const problems: string[] = [];
      let reached = true;
      let calls = 0;
      for (let call = 1; reached; call += 1) {
        const { disk, fault, store } = await faultyStore();
        Object.assign(fault, { call, code, times: 1, armed: true });
        const outcomes = new Map<string, string>();
        for (const id of ['doc_b', 'doc_c', 'doc_d']) {
          outcomes.set(id, await outcomeOf(store, id));
          await store.checkpoint().catch(() => undefined);
        }
        outcomes.set('doc_e', await outcomeOf(store, 'doc_e'));
        if ((await store.content('documents', 'doc_a')) !== 'Before the fault')
          problems.push(`call ${call}: reading stopped`);
        await store.close();
        reached = fault.seen >= call;
        calls = call;

        const after = await openOn(disk.fileSystem);
        for (const report of after.damage) problems.push(`call ${call}: ${report.file}: ${report.problem}`);
        for (const [id, outcome] of outcomes) {
          const text = await after.content('documents', id);
          if (outcome === 'stored' && text !== `Text of ${id}`)
            problems.push(`call ${call}: ${id} was stored and is lost`);
          if (outcome !== 'stored' && text !== '')
            problems.push(`call ${call}: ${id} was refused and is there`);
        }
        problems.push(
          ...(await after.verifyAudit()).broken.map(({ seq }) => `call ${call}: audit entry ${seq}`),
        );
        const written = (await outcomeOf(after, 'doc_z')) === 'stored';
        await after.close();

        const again = await openOn(disk.fileSystem);
        const whole =
          again.damage.length === 0 && (await again.content('documents', 'doc_z')) === 'Text of doc_z';
        if (!written || !whole) problems.push(`call ${call}: writing did not go on after the restart`);
        await again.close();
      }
      expect(problems).toEqual([]);
      expect(calls).toBeGreaterThan(100);
    },
  );
});
