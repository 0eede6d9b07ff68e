import { setTimeout as pause } from 'node:timers/promises';
import { startWatchedProcess, type WatchedProcess } from '../watched-process.ts';
import { startChild, type Child } from '../child-process.ts';
import { textOfSize } from '../corpus.ts';
import { milliseconds, percentile, type Finding, type Suite } from '../report.ts';
import { generateCollection } from '../search/collection.ts';
import type { IdleProcess } from '../search/idle-process.ts';
import { drawQueries } from '../search/query-sets.ts';
import { createSearchClient, type SearchClient } from '../search/search-client.ts';
import { isStopWord } from '../search/stop-words.ts';
import { seedFolder, type SeededFolder } from '../seed.ts';

const DOCUMENTS = 10_000;
const EDITS = 200;
const ROUNDS = 5;
const LOAD_SECONDS = 20;
const EDITS_A_SECOND = 50;
const SEARCHES_A_SECOND = 200;

/** Goals 3, 7 and 10 of search: the whole server over HTTP, and how late its main event loop is meanwhile. */
export const searchService: Suite = {
  name: 'search-service',
  title: `Search over HTTP at ${DOCUMENTS} documents, and the main event loop meanwhile`,
  async run() {
    const seeded = await seedFolder(DOCUMENTS);
    const idle = startChild<IdleProcess>(new URL('../search/idle-process.ts', import.meta.url));
    try {
      return [...(await firstRun(seeded, idle)), ...(await secondRun(seeded, idle))];
    } finally {
      await idle.stop();
      await seeded.remove();
    }
  },
};

type Idle = Child<IdleProcess>;

/** Without a saved index: built from the documents, then searched, edited, and both at once. */
async function firstRun(seeded: SeededFolder, idle: Idle): Promise<Finding[]> {
  const server = await startWatchedProcess(seeded.folder, { search: 'on' });
  const client = createSearchClient(server.url, seeded.secret);
  try {
    await Promise.all([server.late(), idle.call('late')]);
    const built = await client.untilComplete();
    const findings = [
      await lateness('first build', `${milliseconds(built)} until results were complete`, server, idle),
      await latency(client, await queries()),
      await editsFound(client, seeded.ids),
    ];
    await Promise.all([server.late(), idle.call('late')]);
    findings.push(...(await underLoad(seeded, server, idle)));
    return findings;
  } finally {
    client.close();
    await server.stop();
  }
}

/** With the saved index of the first run. */
async function secondRun(seeded: SeededFolder, idle: Idle): Promise<Finding[]> {
  const server = await startWatchedProcess(seeded.folder, { search: 'on' });
  await idle.call('late');
  const client = createSearchClient(server.url, seeded.secret);
  try {
    const opened = await client.untilComplete();
    const finding = await lateness(
      'opening the saved index',
      `complete ${milliseconds(opened)} after the start`,
      server,
      idle,
      {
        max: 20,
      },
    );
    for (const query of await queries()) await client.search(query);
    const resident = await server.process.call('resident');
    return [
      finding,
      {
        goal: `Resident memory with search on, ${DOCUMENTS} documents`,
        target: '≤ 300 MB',
        measured: `${Math.round(resident)} MB`,
        isMet: resident <= 300,
        detail: 'all threads of the server, saved index opened, 100 searches answered',
      },
    ];
  } finally {
    client.close();
    await server.stop();
  }
}

async function queries(): Promise<string[]> {
  const sets = drawQueries(generateCollection(1000), isStopWord);
  return sets.fourWords.map(({ words }) => words.join(' '));
}

async function lateness(
  during: string,
  detail: string,
  server: WatchedProcess,
  idle: Idle,
  limits: { p99?: number; max: number } = { p99: 10, max: 50 },
): Promise<Finding> {
  const [late, floor] = await Promise.all([server.late(), idle.call('late')]);
  const { p99 = Number.POSITIVE_INFINITY, max } = limits;
  return {
    goal: `Main event loop during ${during}`,
    target: limits.p99 === undefined ? `max ≤ ${max} ms` : `max ≤ ${max} ms, p99 ≤ ${p99} ms`,
    measured: `max ${milliseconds(late.max)}, p99 ${milliseconds(late.p99)}`,
    isMet: late.max <= max && late.p99 <= p99,
    detail: `${detail}; most work between two turns ${milliseconds(late.work)}; an idle process beside it: max ${milliseconds(floor.max)}, p99 ${milliseconds(floor.p99)}`,
  };
}

async function latency(client: SearchClient, texts: readonly string[]): Promise<Finding> {
  const best: number[] = texts.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, text] of texts.entries()) {
      const { took, status } = await client.search(text);
      if (status !== 200) throw new Error(`The search for ${text} was answered with ${status}.`);
      best[index] = Math.min(best[index] ?? took, took);
    }
  }
  const p95 = percentile(best, 0.95);
  return {
    goal: `Search over HTTP with 20 snippets, p95`,
    target: '≤ 10 ms',
    measured: milliseconds(p95),
    isMet: p95 <= 10,
    detail: `p50 ${milliseconds(percentile(best, 0.5))}; ${texts.length} queries of four words, least of ${ROUNDS} rounds, one connection`,
  };
}

/** Each edit holds a word that no document held; the very next request asks for it. */
async function editsFound(client: SearchClient, ids: readonly string[]): Promise<Finding> {
  const text = textOfSize(5000);
  let found = 0;
  for (let number = 0; number < EDITS; number += 1) {
    const id = ids[(number * 37) % ids.length] ?? '';
    const word = uniqueWord(number);
    if ((await client.edit(id, `${text}\n\n${word}`)) !== 200) continue;
    const { ids: hits, total } = await client.search(word);
    if (total === 1 && hits[0] === id) found += 1;
  }
  return {
    goal: 'Edits found by the very next request',
    target: `${EDITS} of ${EDITS}`,
    measured: `${found}`,
    isMet: found === EDITS,
    detail: 'a PATCH of 5 kB with a new word over HTTP, then a search for the word: it alone is found',
  };
}

/** Words of letters only, far enough from each other that none is a typo of another. */
const uniqueWord = (number: number): string =>
  `zyx${String(number)
    .padStart(3, '0')
    .replaceAll(/\d/g, (digit) => 'bcdfghjklm'.charAt(Number(digit)).repeat(2))}`;

async function underLoad(seeded: SeededFolder, server: WatchedProcess, idle: Idle): Promise<Finding[]> {
  const client = createSearchClient(server.url, seeded.secret, 16);
  const texts = await queries();
  const content = textOfSize(4600);
  const searches: number[] = [];
  const failures: number[] = [];
  const running: Promise<void>[] = [];
  const search = async (number: number) => {
    const { status, took } = await client.search(texts[number % texts.length] ?? '');
    searches.push(took);
    if (status !== 200) failures.push(status);
  };
  const edit = async (number: number) => {
    const status = await client.edit(
      seeded.ids[(number * 7919) % seeded.ids.length] ?? '',
      `${content}\n${number}`,
    );
    if (status !== 200) failures.push(status);
  };
  const everyEdit = SEARCHES_A_SECOND / EDITS_A_SECOND;
  const used = await server.process.call('processorTime');
  const start = performance.now();
  for (let number = 0; number < LOAD_SECONDS * SEARCHES_A_SECOND; number += 1) {
    const wait = start + (number * 1000) / SEARCHES_A_SECOND - performance.now();
    if (wait > 0) await pause(wait);
    running.push(search(number));
    if (number % everyEdit === 0) running.push(edit(number));
  }
  await Promise.all(running);
  client.close();
  const took = performance.now() - start;
  const rate = Math.round((running.length * 1000) / took);
  const cores = ((await server.process.call('processorTime')) - used) / took;
  const detail = `${running.length} requests, ${rate} a second, ${cores.toFixed(2)} processors busy; searches p50 ${milliseconds(percentile(searches, 0.5))}, p99 ${milliseconds(percentile(searches, 0.99))}`;
  return [
    await lateness(
      `${EDITS_A_SECOND} edits and ${SEARCHES_A_SECOND} searches a second, merges included`,
      detail,
      server,
      idle,
    ),
    {
      goal: 'Requests refused or failed under that load',
      target: '0',
      measured: String(failures.length),
      isMet: failures.length === 0,
      detail: failures.length === 0 ? 'all were answered with 200' : `first status ${failures[0]}`,
    },
  ];
}
