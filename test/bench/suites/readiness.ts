import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startServerProcess } from '../../processes/server-process.ts';
import { startPeer } from '../peers/start-peer.ts';
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
      return [await compareStarts(seeded), await measureMemory(seeded)];
    } finally {
      await seeded.remove();
    }
  },
};

async function compareStarts(seeded: SeededFolder): Promise<Finding> {
  const folder = join(seeded.folder, 'documents');
  const paths = readdirSync(folder).map((name) => join(folder, name));
  const times: { ours: number[]; files: number[]; reading: number[] } = { ours: [], files: [], reading: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.files.push(await timeOf(() => startPeer('read-all-files', paths.join('\n'))));
    times.ours.push(await timeOf(() => startServerProcess(seeded.folder), seeded.secret));
    const start = performance.now();
    for (const path of paths) JSON.parse(readFileSync(path, 'utf8'));
    times.reading.push(performance.now() - start);
  }
  const share = median(times.ours) / median(times.files);
  return {
    goal: `Spawn to first list, against a server that reads ${DOCUMENTS} files`,
    target: '≤ 0.20×',
    measured: ratio(share),
    isMet: share <= 0.2,
    detail: `${milliseconds(median(times.ours))} and ${milliseconds(median(times.files))}; reading alone, in one loop, ${milliseconds(median(times.reading))}`,
  };
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
