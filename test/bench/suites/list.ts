import autocannon from 'autocannon';
import { startServerProcess } from '../../processes/server-process.ts';
import { startPeer } from '../peers/start-peer.ts';
import { median, ratio, type Finding, type Suite } from '../report.ts';
import { seedFolder } from '../seed.ts';

const ROUNDS = 5;
const SECONDS = 2;
const PATH = '/api/v1/documents?space=notes&status=published';

/** Goal 15: a list of 25 with bearer and filters against a bare Koa that serialises the same body. */
export const list: Suite = {
  name: 'list',
  title: 'List of 25 documents (bearer, filters) against bare Koa with the same body',
  async run() {
    const small = await seedFolder(100);
    const large = await seedFolder(50_000);
    const few = await startServerProcess(small.folder);
    const lots = await startServerProcess(large.folder);
    const sample = await fetch(`${few.url}${PATH}`, { headers: { authorization: `Bearer ${small.secret}` } });
    const koa = await startPeer('bare-koa', await sample.text());
    const rates: { koa: number[]; few: number[]; lots: number[] } = { koa: [], few: [], lots: [] };
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        rates.koa.push(await requestsPerSecond(koa.url));
        rates.few.push(await requestsPerSecond(`${few.url}${PATH}`, small.secret));
        rates.lots.push(await requestsPerSecond(`${lots.url}${PATH}`, large.secret));
      }
    } finally {
      await koa.stop();
      await few.stop();
      await lots.stop();
      await small.remove();
      await large.remove();
    }
    return findings(median(rates.koa), median(rates.few), median(rates.lots));
  },
};

function findings(koa: number, few: number, lots: number): Finding[] {
  return [
    {
      goal: 'Requests a second against bare Koa',
      target: '≥ 0.70×',
      measured: ratio(few / koa),
      isMet: few / koa >= 0.7,
      detail: `${Math.round(few)} and ${Math.round(koa)} a second, 10 connections, median of ${ROUNDS} interleaved rounds`,
    },
    {
      goal: 'At 50,000 documents against 100',
      target: '≥ 0.90×',
      measured: ratio(lots / few),
      isMet: lots / few >= 0.9,
      detail: `${Math.round(lots)} and ${Math.round(few)} a second`,
    },
  ];
}

async function requestsPerSecond(url: string, secret?: string): Promise<number> {
  const result = await autocannon({
    url,
    connections: 10,
    duration: SECONDS,
    ...(secret === undefined ? {} : { headers: { authorization: `Bearer ${secret}` } }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}
