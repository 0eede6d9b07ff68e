import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolder } from '../../../server/faces/cli/folder-connection.ts';
import { updateDocument } from '../../../server/operations/documents/update.ts';
import { folderConfig } from '../../builders/folder.ts';
import { startServerProcess } from '../../processes/server-process.ts';
import { textOfSize } from '../corpus.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';
import { startPeer } from '../peers/start-peer.ts';
import { openRawAppend } from '../raw-append.ts';
import { median, milliseconds, ratio, type Finding, type Suite } from '../report.ts';
import { seedFolder, type SeededFolder } from '../seed.ts';
import { countFlushesPerSave } from '../flush-count.ts';

const ROUNDS = 8;
const SAVES = 150;
const WRITERS = 32;
const TEXT = textOfSize(5000);

/**
 * Goals 11 and 12: what a durable save of one 5 kB document costs, as an operation in the process (validation,
 * policy, version, audit record, journal, flush) and over HTTP, as a caller in another process sees it.
 */
export const durableSave: Suite = {
  name: 'save',
  title: 'Durable save of one document (5 kB)',
  async run() {
    const small = await seedFolder(100);
    const large = await seedFolder(50_000);
    try {
      return [
        ...(await compareInProcess(small)),
        ...(await compareOverHttp(small)),
        await compareWithBareServer(small),
        await compareSizes(small, large),
        await flushes(),
      ];
    } finally {
      await small.remove();
      await large.remove();
    }
  },
};

/** A way to save document number `index` once; whoever calls with another number saves another document. */
type Save = (index: number) => Promise<void>;

async function compareInProcess(small: SeededFolder): Promise<Finding[]> {
  const connection = await openFolder(folderConfig(small.folder));
  try {
    const saveOne: Save = async (index) => {
      await connection.run(updateDocument, {
        id: small.ids[index % small.ids.length] ?? '',
        content: nextText(),
      });
    };
    return await compareWithRaw('operation', saveOne, saveOne);
  } finally {
    await connection.close();
  }
}

async function compareOverHttp(small: SeededFolder): Promise<Finding[]> {
  const server = await startServerProcess(small.folder);
  const one = createHttpClient(server.url, small.secret);
  const many = createHttpClient(server.url, small.secret, WRITERS);
  const through =
    (client: HttpClient): Save =>
    (index) =>
      save(client, small.ids[index % small.ids.length] ?? '');
  try {
    return await compareWithRaw('PATCH over HTTP with bearer', through(one), through(many));
  } finally {
    one.close();
    many.close();
    await server.stop();
  }
}

/** What of the time over HTTP is the two processes and the flush, and what is ours. */
async function compareWithBareServer(small: SeededFolder): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-bench-bare-'));
  const peer = await startPeer('append-and-flush', join(folder, 'appended.bin'));
  const server = await startServerProcess(small.folder);
  const [bare, ours] = [peer, server].map(({ url }) => createHttpClient(url, small.secret));
  if (!bare || !ours) throw new Error('Two servers give two clients.');
  const times: { bare: number[]; ours: number[] } = { bare: [], ours: [] };
  try {
    for (let round = 0; round < ROUNDS + 1; round += 1) {
      const bareTimes = await timesOf((index) => save(bare, small.ids[index] ?? ''), SAVES);
      const ourTimes = await timesOf((index) => save(ours, small.ids[index] ?? ''), SAVES);
      // The first round warms both up.
      if (round > 0) times.bare.push(median(bareTimes));
      if (round > 0) times.ours.push(median(ourTimes));
    }
  } finally {
    bare.close();
    ours.close();
    await Promise.all([peer.stop(), server.stop()]);
    await rm(folder, { recursive: true });
  }
  const cost = median(times.ours) / median(times.bare);
  return {
    goal: 'PATCH against a bare server that appends and flushes the same bytes',
    target: '≤ 2×',
    measured: ratio(cost),
    isMet: cost <= 2,
    detail: `medians ${milliseconds(median(times.ours))} and ${milliseconds(median(times.bare))}, ${ROUNDS} interleaved rounds of ${SAVES}; same client, both processes included`,
  };
}

async function compareWithRaw(way: string, one: Save, many: Save): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-bench-raw-'));
  const raw = await openRawAppend(folder, TEXT);
  const times: { raw: number[]; save: number[]; oneRate: number[]; manyRate: number[] } = {
    raw: [],
    save: [],
    oneRate: [],
    manyRate: [],
  };
  try {
    await timesOf(one, 100);
    for (let round = 0; round < ROUNDS; round += 1) {
      times.raw.push(median(await timesOf(() => raw.append(), SAVES)));
      times.save.push(median(await timesOf(one, SAVES)));
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      times.oneRate.push(await rateOf(one, 1));
      times.manyRate.push(await rateOf(many, WRITERS));
    }
  } finally {
    await raw.close();
    await rm(folder, { recursive: true });
  }
  const cost = median(times.save) / median(times.raw);
  const gain = median(times.manyRate) / median(times.oneRate);
  return [
    {
      goal: `Save against raw append + fdatasync, ${way}`,
      target: '≤ 3×',
      measured: ratio(cost),
      isMet: cost <= 3,
      detail: `medians ${milliseconds(median(times.save))} and ${milliseconds(median(times.raw))}, ${ROUNDS} interleaved rounds of ${SAVES}`,
    },
    {
      goal: `${WRITERS} writers against one, ${way}`,
      target: '≥ 5×',
      measured: ratio(gain),
      isMet: gain >= 5,
      detail: `${Math.round(median(times.manyRate))} and ${Math.round(median(times.oneRate))} saves a second, sustained, while files are brought up to date behind`,
    },
  ];
}

async function compareSizes(small: SeededFolder, large: SeededFolder): Promise<Finding> {
  const servers = [await startServerProcess(small.folder), await startServerProcess(large.folder)];
  const [few, lots] = [small, large].map((seeded, index) =>
    createHttpClient(servers[index]?.url ?? '', seeded.secret),
  );
  if (!few || !lots) throw new Error('Two servers give two clients.');
  const times: { few: number[]; lots: number[] } = { few: [], lots: [] };
  try {
    for (let round = 0; round < ROUNDS + 1; round += 1) {
      const fewTimes = await timesOf((index) => save(few, small.ids[index] ?? ''), SAVES);
      const lotsTimes = await timesOf((index) => save(lots, large.ids[index] ?? ''), SAVES);
      // The first round warms both up.
      if (round > 0) times.few.push(median(fewTimes));
      if (round > 0) times.lots.push(median(lotsTimes));
    }
  } finally {
    few.close();
    lots.close();
    await Promise.all(servers.map((server) => server.stop()));
  }
  const growth = median(times.lots) / median(times.few);
  return {
    goal: 'PATCH at 50,000 documents against 100',
    target: '≤ 1.2×',
    measured: ratio(growth),
    isMet: growth <= 1.2,
    detail: `medians ${milliseconds(median(times.lots))} and ${milliseconds(median(times.few))}, interleaved`,
  };
}

async function flushes(): Promise<Finding> {
  const { saves, flushes: counted } = await countFlushesPerSave(200, TEXT);
  return {
    goal: 'Flushes on the path of a save',
    target: 'exactly 1',
    measured: (counted / saves).toString(),
    isMet: counted === saves,
    detail: `${counted} fdatasync calls counted in the storage’s file system during ${saves} saves one after another`,
  };
}

let serial = 0;

function nextText(): string {
  serial += 1;
  return `${TEXT}\n${serial}`;
}

async function save(client: HttpClient, id: string): Promise<void> {
  const { status, body } = await client.send(
    'PATCH',
    `/api/v1/documents/${id}`,
    JSON.stringify({ content: nextText() }),
  );
  if (status !== 200) throw new Error(`The save was answered with ${status}: ${body}`);
}

/** How long each of so many saves took, one after another, in milliseconds. */
async function timesOf(saveOne: Save, saves: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < saves; index += 1) {
    const start = performance.now();
    await saveOne(index % 100);
    times.push(performance.now() - start);
  }
  return times;
}

/** Saves a second with this many writers, each on documents of its own. */
async function rateOf(saveOne: Save, writers: number): Promise<number> {
  const each = writers === 1 ? 640 : 60;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let index = 0; index < each; index += 1) await saveOne(writer * 3 + (index % 3));
    }),
  );
  return (writers * each * 1000) / (performance.now() - start);
}
