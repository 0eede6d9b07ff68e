import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from '../../processes/server-process.ts';
import { textOfSize } from '../corpus.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';
import { openRawAppend } from '../raw-append.ts';
import { median, milliseconds, ratio, type Finding, type Suite } from '../report.ts';
import { seedFolder, type SeededFolder } from '../seed.ts';
import { countFlushesPerSave } from '../flush-count.ts';

const ROUNDS = 8;
const SAVES = 150;
const WRITERS = 32;
const TEXT = textOfSize(5000);

/** Goals 11 and 12: what a durable save of one 5 kB document costs, over HTTP, as a caller sees it. */
export const durableSave: Suite = {
  name: 'save',
  title: 'Durable save of one document (5 kB, PATCH over HTTP with bearer)',
  async run() {
    const small = await seedFolder(100);
    const large = await seedFolder(50_000);
    try {
      return [...(await compareWithRaw(small)), await compareSizes(small, large), await flushes()];
    } finally {
      await small.remove();
      await large.remove();
    }
  },
};

async function compareWithRaw(small: SeededFolder): Promise<Finding[]> {
  const server = await startServerProcess(small.folder);
  const one = createHttpClient(server.url, small.secret);
  const many = createHttpClient(server.url, small.secret, WRITERS);
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-bench-raw-'));
  const raw = await openRawAppend(folder, TEXT);
  const times: { raw: number[]; save: number[]; oneRate: number[]; manyRate: number[] } = {
    raw: [],
    save: [],
    oneRate: [],
    manyRate: [],
  };
  try {
    await saveTimes(one, small.ids, 100);
    for (let round = 0; round < ROUNDS; round += 1) {
      const rawTimes: number[] = [];
      for (let index = 0; index < SAVES; index += 1) rawTimes.push(await raw.measure());
      times.raw.push(median(rawTimes));
      times.save.push(median(await saveTimes(one, small.ids, SAVES)));
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      times.oneRate.push(await saveRate(one, small.ids, 1));
      times.manyRate.push(await saveRate(many, small.ids, WRITERS));
    }
  } finally {
    one.close();
    many.close();
    await raw.close();
    await rm(folder, { recursive: true });
    await server.stop();
  }
  const cost = median(times.save) / median(times.raw);
  const gain = median(times.manyRate) / median(times.oneRate);
  return [
    {
      goal: 'Save against raw append + fdatasync',
      target: '≤ 3×',
      measured: ratio(cost),
      isMet: cost <= 3,
      detail: `medians ${milliseconds(median(times.save))} and ${milliseconds(median(times.raw))}, ${ROUNDS} interleaved rounds of ${SAVES}`,
    },
    {
      goal: `${WRITERS} writers against one`,
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
      const fewTimes = await saveTimes(few, small.ids, SAVES);
      const lotsTimes = await saveTimes(lots, large.ids, SAVES);
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
    goal: 'Save at 50,000 documents against 100',
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

function change(): string {
  serial += 1;
  return JSON.stringify({ content: `${TEXT}\n${serial}` });
}

async function save(client: HttpClient, id: string): Promise<void> {
  const { status, body } = await client.send('PATCH', `/api/v1/documents/${id}`, change());
  if (status !== 200) throw new Error(`The save was answered with ${status}: ${body}`);
}

async function saveTimes(client: HttpClient, ids: readonly string[], saves: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < saves; index += 1) {
    const start = performance.now();
    await save(client, ids[index % Math.min(ids.length, 100)] ?? '');
    times.push(performance.now() - start);
  }
  return times;
}

/** Saves a second with this many writers, each on documents of its own. */
async function saveRate(client: HttpClient, ids: readonly string[], writers: number): Promise<number> {
  const each = Math.ceil(640 / writers) * (writers === 1 ? 1 : 3);
  const start = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let index = 0; index < each; index += 1) await save(client, ids[writer * 3 + (index % 3)] ?? '');
    }),
  );
  return (writers * each * 1000) / (performance.now() - start);
}
