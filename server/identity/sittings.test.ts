import { pino } from 'pino';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore, type MemoryStore } from '../../test/fakes/memory-store.ts';
import { TransactionConflict } from '../ports.ts';
import { createSittings, keepSittings, type SittingRecorder } from './sittings.ts';

const START = Date.parse('2026-03-01T09:00:00.000Z');
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();
const TOKEN = { credential_id: 'tok_1', user_id: 'usr_1', client: 'Claude' };
const log = pino({ level: 'silent' });

describe('the times of sittings', () => {
  let store: MemoryStore;
  let sittings: SittingRecorder;
  beforeEach(() => {
    store = createMemoryStore();
    sittings = createSittings({ store, log });
  });

  /** A write as `perform` makes it. */
  async function write(now: string): Promise<string> {
    const { sitting, isNew } = sittings.current(TOKEN, now);
    if (isNew) await put(sitting);
    sittings.wrote(sitting, now);
    return sitting.id;
  }
  async function put(sitting: Parameters<SittingRecorder['wrote']>[0]): Promise<void> {
    const tx = store.begin();
    tx.sittings.put(sitting);
    await tx.commit();
  }
  const stored = () => [...store.tables.sittings.all()].map(({ last_write_at: last }) => last);
  const restart = () => void (sittings = createSittings({ store, log }));

  it('are kept in memory: a write in a sitting that runs stores nothing', async () => {
    await write(at(0));
    let commits = 0;
    store.onApplied(() => void (commits += 1));
    await write(at(10));
    expect(commits).toBe(0);
    const [sitting] = store.tables.sittings.all();
    expect(sitting && sittings.lastWriteOf(sitting)).toBe(at(10));
  });

  it('are stored now and then, once each, and when the program ends', async () => {
    await write(at(0));
    await write(at(10));
    await sittings.flush();
    expect(stored()).toEqual([at(10)]);
    let commits = 0;
    store.onApplied(() => void (commits += 1));
    await sittings.flush();
    expect(commits).toBe(0);
    const upkeep = keepSittings(sittings);
    await write(at(20));
    await upkeep.close();
    expect(stored()).toEqual([at(20)]);
  });

  it('of a round that another commit came before are stored all the same', async () => {
    await write(at(0));
    await write(at(1));
    const begin = vi.spyOn(store, 'begin').mockImplementationOnce(() => {
      begin.mockRestore();
      const tx = store.begin();
      return Object.assign(tx, { commit: () => Promise.reject(new TransactionConflict('sittings sit_1')) });
    });
    await sittings.flush();
    expect(stored()).toEqual([at(1)]);
  });

  it('of a round that could not be stored are stored by the next one', async () => {
    await write(at(0));
    await write(at(1));
    const begin = vi.spyOn(store, 'begin').mockImplementationOnce(() => {
      throw new Error('The disk is full.');
    });
    await sittings.flush();
    expect(stored()).toEqual([at(0)]);
    begin.mockRestore();
    await sittings.flush();
    expect(stored()).toEqual([at(1)]);
  });

  it('after a restart the stored time decides: the sitting goes on, or is over', async () => {
    const first = await write(at(0));
    await write(at(20));
    await sittings.flush();
    restart();
    expect(await write(at(49))).toBe(first);
    await sittings.flush();
    restart();
    expect(await write(at(49 + 31))).not.toBe(first);
  });

  it('after a crash, the minute that may not have been stored is on the side of going on', async () => {
    const first = await write(at(0));
    await write(at(0.9));
    restart();
    expect(await write(at(30.9))).toBe(first);
    restart();
    expect(await write(at(31))).not.toBe(first);
  });

  it('a sitting whose changes were taken back is over at once', async () => {
    const first = await write(at(0));
    const [sitting] = store.tables.sittings.all();
    if (!sitting) throw new Error('There is no sitting.');
    await put({ ...sitting, undone: { at: at(1), by: 'usr_1', ids: [] } });
    const second = await write(at(2));
    expect(second).not.toBe(first);
    // A write of the old sitting that was under way meanwhile does not bring it back.
    sittings.wrote(sitting, at(1));
    expect(await write(at(3))).toBe(second);
  });

  it('a clock that was set back ends nothing', async () => {
    const first = await write(at(100));
    expect(await write(at(0))).toBe(first);
    expect(await write(at(110))).toBe(first);
  });
});
