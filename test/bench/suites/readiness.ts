import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../../../server/start.ts';
import { folderConfig } from '../../builders/folder.ts';
import { buildServer, startBuiltServer } from '../../processes/built-server.ts';
import { startServerProcess } from '../../processes/server-process.ts';
import { readAndParse } from '../peers/read-and-parse.ts';
import { buildPeer } from '../peers/start-peer.ts';
import { median, milliseconds, ratio, type Finding, type Suite } from '../report.ts';
import { seedFolder, type SeededFolder } from '../seed.ts';

const DOCUMENTS = 10_000;
const ROUNDS = 7;
const MEMORY_LIMIT_MB = 300;

/** Goal 14 and the memory goal, with search off: from spawn to the first answered list, 10,000 documents, warm cache. */
export const readiness: Suite = {
  name: 'ready',
  title: 'Start with 10,000 documents (search off)',
  async run() {
    const seeded = await seedFolder(DOCUMENTS);
    try {
      return [...(await compareStarts(seeded)), await measureMemory(seeded)];
    } finally {
      await seeded.remove();
    }
  },
};

async function compareStarts(seeded: SeededFolder): Promise<Finding[]> {
  const folder = join(seeded.folder, 'documents');
  const paths = readdirSync(folder).map((name) => join(folder, name));
  const times: { ours: number[]; files: number[]; open: number[]; reading: number[] } = {
    ours: [],
    files: [],
    open: [],
    reading: [],
  };
  await buildServer();
  const peer = await buildPeer('read-all-files');
  // One start before counting: it fills the caches that every later start finds.
  await timeOf(() => startBuiltServer(seeded.folder), seeded.secret);
  for (let round = 0; round < ROUNDS; round += 1) {
    times.files.push(await timeOf(() => peer.start(paths.join('\n'))));
    times.ours.push(await timeOf(() => startBuiltServer(seeded.folder), seeded.secret));
    times.reading.push(await timeToReadAll(paths));
    times.open.push(await timeToServe(seeded));
  }
  await peer.remove();
  const [ours, files, open, reading] = [times.ours, times.files, times.open, times.reading].map(median);
  if (!ours || !files || !open || !reading) throw new Error('Four lists of times give four medians.');
  return [
    {
      goal: `Opening the workspace until it listens, against reading ${DOCUMENTS} files`,
      target: '≤ 0.20×',
      measured: ratio(open / reading),
      isMet: open / reading <= 0.2,
      detail: `${milliseconds(open)} and ${milliseconds(reading)} inside a running process, 16 files at a time`,
    },
    {
      goal: `Spawn to first list, against a bare server that reads ${DOCUMENTS} files first`,
      target: '≤ 0.20×',
      measured: ratio(ours / files),
      isMet: ours / files <= 0.2,
      detail: `${milliseconds(ours)} and ${milliseconds(files)}, both processes included; the built program`,
    },
  ];
}

async function timeToReadAll(paths: readonly string[]): Promise<number> {
  const start = performance.now();
  await readAndParse(paths);
  return performance.now() - start;
}

async function timeToServe(seeded: SeededFolder): Promise<number> {
  const start = performance.now();
  const server = await startServer(folderConfig(seeded.folder, { 'log-level': 'silent' }));
  const took = performance.now() - start;
  await server.close();
  return took;
}

/** From spawn to the first answer with status 200. */
async function timeOf(
  start: () => Promise<{ url: string; stop(): Promise<unknown> }>,
  secret?: string,
): Promise<number> {
  const began = performance.now();
  const server = await start();
  const path = secret === undefined ? server.url : `${server.url}/api/v1/documents`;
  const answer = await fetch(
    path,
    secret === undefined ? {} : { headers: { authorization: `Bearer ${secret}` } },
  );
  await answer.text();
  const took = performance.now() - began;
  await server.stop();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
  return took;
}

/** Resident memory after every document was read once and 2,000 lists were answered. */
async function measureMemory(seeded: SeededFolder): Promise<Finding> {
  const server = await startServerProcess(seeded.folder);
  try {
    const headers = { authorization: `Bearer ${seeded.secret}` };
    const get = async (path: string) => (await fetch(`${server.url}/api/v1${path}`, { headers })).text();
    for (const id of seeded.ids) await get(`/documents/${id}`);
    for (let offset = 0; offset < 2000; offset += 1) await get(`/documents?offset=${offset}`);
    const resident = residentMegabytes(server.pid);
    return {
      goal: `Resident memory at ${DOCUMENTS} documents`,
      target: `≤ ${MEMORY_LIMIT_MB} MB`,
      measured: `${Math.round(resident)} MB`,
      isMet: resident <= MEMORY_LIMIT_MB,
      detail: 'after reading each document once and 2,000 lists',
    };
  } finally {
    await server.stop();
  }
}

/** `VmRSS` of a process, from /proc. */
function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1000;
}
