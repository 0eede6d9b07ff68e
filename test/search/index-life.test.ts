import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import type { SearchIndex, SearchResult, SearchStatus } from '../../server/search-ports.ts';
import { openSavedIndex } from '../../server/search/worker/saved-index.ts';
import { startSearchThread } from '../../server/search/worker/search-thread.ts';
import { nodeFileSystem } from '../../server/storage/node-file-system.ts';
import { seededRandom } from '../bench/corpus.ts';
import { documentHead } from '../builders/document-head.ts';
import {
  answers,
  complete,
  createIndexWorld,
  found,
  freshAnswers,
  search,
  type IndexWorld,
} from './index-world.ts';

const QUERIES = ['pump', 'valve steam', '"pump valve"', 'bo*', '-steam', 'number7', 'boilr'];

const worlds: IndexWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.end();
});

async function newWorld(): Promise<IndexWorld> {
  const world = await createIndexWorld();
  worlds.push(world);
  return world;
}

async function worldOfTen(): Promise<IndexWorld> {
  const world = await newWorld();
  const texts = ['pump', 'pump valve', 'steam boiler', 'valve steam', 'boiler pump valve'];
  for (let n = 0; n < 10; n += 1) await world.put({ id: `doc_${n}` }, `${texts[n % 5]} number${n}`);
  return world;
}

/** Ten documents, and their index saved by an earlier start. */
async function savedWorld(): Promise<IndexWorld> {
  const world = await worldOfTen();
  await cp(template, world.folder, { recursive: true });
  return world;
}

let template = '';
/** What an index of the ten that was built from nothing answers. */
let truth: SearchResult[] = [];
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'commonplace-index-'));
  const index = (await worldOfTen()).open({ folder: template });
  await complete(index);
  truth = await answers(index, QUERIES);
  await index.close();
});
afterAll(() => rm(template, { recursive: true }));

const segmentFile = async (folder: string) => {
  const name = (await readdir(folder)).find((file) => file.startsWith('segment-'));
  return join(folder, name ?? 'none');
};

describe('the next start', () => {
  it('answers from the saved index at once, and reads no text again', async () => {
    const world = await savedWorld();
    const index = world.open();
    const first = await search(index, 'pump', 0);
    expect(first).toMatchObject({ total: 6 });
    await complete(index);
    expect(world.readTexts()).toEqual([]);
    expect(await answers(index, QUERIES)).toEqual(truth);
    expect(await index.status()).toMatchObject({ state: 'ready', indexed: 10, documents: 10, problem: null });
  });

  it('brings in what changed while nothing ran, reads only that, and never finds what is out of date', async () => {
    const world = await savedWorld();
    await world.put({ id: 'doc_0' }, 'turbine');
    await world.put({ id: 'doc_1', space_id: 'spc_secret' });
    await world.put({ id: 'doc_5', trashed: { at: '2026', by: { user_id: 'u', via: 'app', client: null } } });
    await world.put({ id: 'doc_new' }, 'pump number10');
    await world.delete('doc_6');
    const index = world.open();
    const first = (await search(index, 'pump')).hits.map(({ id }) => id);
    for (const gone of ['doc_0', 'doc_1', 'doc_5', 'doc_6']) expect(first).not.toContain(gone);
    await complete(index);
    expect(await found(index, 'pump')).toEqual(['doc_4', 'doc_9', 'doc_new']);
    expect(new Set(world.readTexts())).toEqual(new Set(['doc_0', 'doc_1', 'doc_new', 'doc_4', 'doc_9']));
    expect(await answers(index, QUERIES)).toEqual(await freshAnswers(world, QUERIES));
  });
});

describe('a saved index that cannot be used', () => {
  const ruin: [string, RegExp, (world: IndexWorld) => Promise<void>][] = [
    ['is deleted', /There was no saved index/, ({ folder }) => rm(folder, { recursive: true })],
    ['has lost its file', /missing/, async ({ folder }) => rm(await segmentFile(folder))],
    ['is empty', /not as long/, async ({ folder }) => writeFile(await segmentFile(folder), '')],
    ['is damaged', /checksum/, async ({ folder }) => flipByte(await segmentFile(folder), 0.5)],
    ['is damaged at its end', /checksum/, async ({ folder }) => flipByte(await segmentFile(folder), 0.999)],
    ['is something else', /not as long/, async ({ folder }) => writeFile(await segmentFile(folder), 'hello')],
    [
      'has a manifest that is no JSON',
      /manifest/,
      ({ folder }) => writeFile(join(folder, 'manifest.json'), '{'),
    ],
    [
      'is of another version',
      /another version/,
      ({ folder }) => replaceIn(join(folder, 'manifest.json'), '"format":1', '"format":9'),
    ],
    [
      'is of another workspace',
      /another workspace/,
      ({ folder, store }) => replaceIn(join(folder, 'manifest.json'), store.instanceId, 'someone-else'),
    ],
  ];

  it.each(ruin)(
    'because it %s is built anew, says so, and is whole afterwards (X11)',
    async (_name, problem, act) => {
      const world = await savedWorld();
      await act(world);
      const index = world.open();
      await complete(index);
      expect(await answers(index, QUERIES)).toEqual(truth);
      expect(await index.status()).toMatchObject({ state: 'ready', problem: expect.stringMatching(problem) });
      await index.close();
      const saved = await openSavedIndex(nodeFileSystem, { folder: world.folder, instanceId: 'ws_one' });
      expect(saved.segment?.documentCount).toBe(10);
    },
  );

  it('says partial until every document is in', async () => {
    const world = await newWorld();
    for (let n = 0; n < 300; n += 1) world.store.seed('documents', documentHead({ id: `doc_${n}` }), 'pump');
    const index = world.open();
    const first = await search(index, 'pump');
    expect(first.partial).toBe(true);
    await complete(index);
    expect(await search(index, 'pump')).toMatchObject({ partial: false, total: 300 });
  });
});

describe('index check', () => {
  it('names what differs from the documents while nothing keeps the index up to date, and changes nothing', async () => {
    const world = await savedWorld();
    await world.put({ id: 'doc_0' }, 'turbine');
    await world.put({ id: 'doc_new' }, 'turbine');
    await world.delete('doc_6');
    for (let round = 0; round < 2; round += 1) {
      const index = world.open({ fillsItself: false });
      const differences = { missing: ['doc_new'], stale: ['doc_0'], surplus: ['doc_6'] };
      expect(await index.check()).toEqual({
        documents: 10,
        indexed: 10,
        ...differences,
        file_is_whole: true,
      });
      expect(await index.status()).toMatchObject({ state: 'off' });
      await index.close();
    }
  });

  it('says that the file is damaged, or that there is none', async () => {
    const world = await savedWorld();
    await flipByte(await segmentFile(world.folder), 0.3);
    expect(await world.open({ fillsItself: false }).check()).toMatchObject({
      file_is_whole: false,
      indexed: 0,
    });
    await rm(world.folder, { recursive: true });
    expect(await world.open({ fillsItself: false }).check()).toMatchObject({ file_is_whole: null });
  });
});

describe('index rebuild', () => {
  it('says how many of the documents it has read, and nothing more once it is done', async () => {
    const world = await savedWorld();
    let now = 0;
    const seen: Promise<SearchStatus>[] = [];
    const index = world.open({
      // Each look at the clock is a second later: every document is told.
      clock: { ...systemClock, monotonic: () => (now += 1_000) },
      onProgress: () => seen.push(index.status()),
    });
    await complete(index);
    expect(await index.status()).toMatchObject({ state: 'ready', progress: null });
    seen.length = 0;
    await index.rebuild();
    const told = (await Promise.all(seen)).map(({ progress }) => progress);
    expect(told.at(-1)).toBeNull();
    const counts = told.flatMap((progress) => (progress ? [progress.done] : []));
    expect(counts.length).toBeGreaterThan(1);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(new Set(told.map((progress) => progress?.total))).toEqual(new Set([10, undefined]));
  });

  it('answers from the old index until the new one is whole, with every edit that came meanwhile', async () => {
    const world = await savedWorld();
    const index = world.open();
    await complete(index);
    const rebuilt = index.rebuild();
    await world.put({ id: 'doc_0' }, 'turbine');
    expect(await search(index, 'pump')).toMatchObject({ partial: false, total: 5 });
    await rebuilt;
    expect(await found(index, 'turbine')).toEqual(['doc_0']);
    expect(await answers(index, QUERIES)).toEqual(await freshAnswers(world, QUERIES));
    expect(await index.check()).toMatchObject({ missing: [], stale: [], surplus: [], file_is_whole: true });
  });

  it('makes a damaged file whole while no server runs', async () => {
    const world = await savedWorld();
    await flipByte(await segmentFile(world.folder), 0.5);
    const index = world.open({ fillsItself: false });
    await index.rebuild();
    expect(await index.check()).toMatchObject({ indexed: 10, missing: [], file_is_whole: true });
    expect(await index.status()).toMatchObject({ problem: null, saved_bytes: expect.any(Number) });
  });

  it('that is given up leaves the index as it was', async () => {
    const world = await savedWorld();
    const index = world.open();
    await complete(index);
    const abort = new AbortController();
    const rebuilt = index.rebuild(abort.signal);
    abort.abort(new Error('never mind'));
    await expect(rebuilt).rejects.toThrow('never mind');
    expect(await answers(index, QUERIES)).toEqual(truth);
    await index.rebuild();
    expect(await answers(index, QUERIES)).toEqual(truth);
  });
});

describe('a search worker that is lost', () => {
  it('is replaced; the next one opens the saved index and knows every edit, those in between included', async () => {
    const world = await savedWorld();
    const { index, lose } = openBreakable(world);
    await complete(index);
    await world.put({ id: 'doc_0' }, 'turbine');
    await lose();
    await world.put({ id: 'doc_2' }, 'turbine');
    await answered(index, 'turbine');
    await complete(index);
    expect(await found(index, 'turbine')).toEqual(['doc_0', 'doc_2']);
    expect(await answers(index, QUERIES)).toEqual(await freshAnswers(world, QUERIES));
  });
});

describe('edits', () => {
  it('are found by the very next search, 200 of 200, while merges run', async () => {
    const world = await newWorld();
    for (let n = 0; n < 200; n += 1)
      world.store.seed('documents', documentHead({ id: `doc_${n}` }), 'pump valve');
    const index = world.open();
    for (let edit = 0; edit < 200; edit += 1) {
      const id = `doc_${(edit * 7) % 260}`;
      await world.put({ id }, `edited unique${edit}x`);
      expect([edit, await found(index, `unique${edit}x`)]).toEqual([edit, [id]]);
    }
    await complete(index);
    expect(await index.check()).toMatchObject({ missing: [], stale: [], surplus: [] });
  });

  it('1,000 at random, with merges and a restart, leave what an index built from nothing answers', async () => {
    const world = await newWorld();
    const random = seededRandom(3);
    let index = world.open();
    for (let edit = 0; edit < 1000; edit += 1) {
      await editAtRandom(world, random);
      if (edit === 700) {
        await index.close();
        index = world.open();
      }
    }
    await complete(index);
    expect(await answers(index, QUERIES)).toEqual(await freshAnswers(world, QUERIES));
    expect(await index.check()).toMatchObject({ missing: [], stale: [], surplus: [] });
  });
});

async function editAtRandom(world: IndexWorld, random: () => number): Promise<void> {
  const id = `doc_${Math.floor(random() * 400)}`;
  const words = ['pump', 'valve', 'steam', 'boiler', 'number7'].filter(() => random() < 0.4).join(' ');
  const head = world.store.tables.documents.get(id);
  const kind = random();
  if (!head || kind < 0.5) return world.put({ id }, words);
  if (kind < 0.6) return world.put({ id, title: `${words} ${id}` });
  if (kind < 0.7) return world.put({ id, space_id: head.space_id === 'spc_a' ? 'spc_b' : 'spc_a' });
  if (kind < 0.8) return world.put({ id, status: head.status === 'draft' ? 'published' : 'draft' });
  if (kind < 0.9)
    return world.put({ id, trashed: head.trashed ? null : { at: '2026', by: head.updated_by } });
  return world.delete(id);
}

/** An index whose worker a test can end as a crash does. */
function openBreakable(world: IndexWorld) {
  let lose = async (): Promise<void> => undefined;
  const startThread: typeof startSearchThread = (options, events) => {
    const thread = startSearchThread(options, events);
    lose = async () => {
      await thread.terminate();
      events.gone(new Error('ended by the test'));
    };
    return thread;
  };
  return { index: world.open({ startThread }), lose: () => lose() };
}

/** Searches until a worker answers. */
async function answered(index: SearchIndex, q: string): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    try {
      await search(index, q);
      return;
    } catch {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

async function flipByte(path: string, where: number): Promise<void> {
  const bytes = await readFile(path);
  const at = Math.floor(bytes.length * where);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

async function replaceIn(path: string, text: string, by: string): Promise<void> {
  await writeFile(path, (await readFile(path, 'utf8')).replace(text, by));
}
