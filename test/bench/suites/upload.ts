import { createHttpClient } from '../http-client.ts';
import { timesOfReads } from '../reads.ts';
import { startServerProcess, type ServerProcess } from '../../processes/server-process.ts';
import { startChild, type Child } from '../child-process.ts';
import { median, milliseconds, percentile, ratio, type Suite } from '../report.ts';
import { residentMegabytes } from '../resident-megabytes.ts';
import { seedFolder } from '../seed.ts';
import type { Uploader } from '../uploader.ts';

/** The largest picture that a workspace takes unless told otherwise, in MB of memory and in bytes. */
const PICTURE_BYTES = 10 * 1024 * 1024 - 1024;
const PICTURE_MB = PICTURE_BYTES / 1e6;
/** 100 Mbit/s: good Wi-Fi. */
const BYTES_A_MILLISECOND = 12_500;
const AS_FAST_AS_IT_GOES = Number.POSITIVE_INFINITY;
const ROUNDS = 5;
const READS = 2000;
const WATCH_MS = 2;

/** What the largest picture costs while it arrives: memory, and those who read meanwhile. */
export const upload: Suite = {
  name: 'upload',
  title: 'A picture of 10 MB arrives',
  async run() {
    const seeded = await seedFolder(1000);
    const server = await startServerProcess(seeded.folder);
    const client = createHttpClient(server.url, seeded.secret, 4);
    const uploader = startChild<Uploader>(new URL('../uploader.ts', import.meta.url), {
      parameters: [server.url, seeded.secret],
    });
    const [target = ''] = seeded.ids;
    const times: { idle: number[]; busy: number[] } = { idle: [], busy: [] };
    let pictures = 0;
    try {
      await timesOfReads(client, seeded.ids, READS);
      const rise = await riseOfMemory(server, uploader, target);
      for (let round = 0; round < ROUNDS; round += 1) {
        times.idle.push(percentile(await timesOfReads(client, seeded.ids, READS), 0.99));
        await uploader.call('begin', target, PICTURE_BYTES, BYTES_A_MILLISECOND);
        times.busy.push(percentile(await timesOfReads(client, seeded.ids, READS), 0.99));
        pictures = await uploader.call('end');
      }
      const factor = median(times.busy) / median(times.idle);
      return [
        {
          goal: 'Resident memory at its most while a picture of 10 MB is sent, above what it was',
          target: '≤ 3× the picture',
          measured: ratio(rise / PICTURE_MB),
          isMet: rise <= 3 * PICTURE_MB,
          detail: `${rise.toFixed(0)} MB; the first large picture of the process, as fast as it goes`,
        },
        {
          goal: 'p99 of GET /documents/:id, while pictures arrive one after the other against idle',
          target: '≤ 2×',
          measured: ratio(factor),
          isMet: factor <= 2,
          detail: `${milliseconds(median(times.busy))} and ${milliseconds(median(times.idle))}, ${ROUNDS} rounds of ${READS} reads on 4 connections; ${pictures} pictures at 100 Mbit/s`,
        },
      ];
    } finally {
      client.close();
      await uploader.stop();
      await server.stop();
      await seeded.remove();
    }
  },
};

/** In MB, with the threads that a small picture starts already there. */
async function riseOfMemory(
  { pid }: ServerProcess,
  uploader: Child<Uploader>,
  target: string,
): Promise<number> {
  await uploader.call('send', target, 1000, AS_FAST_AS_IT_GOES);
  const before = residentMegabytes(pid);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, residentMegabytes(pid))), WATCH_MS);
  await uploader.call('send', target, PICTURE_BYTES, AS_FAST_AS_IT_GOES);
  clearInterval(watch);
  return most - before;
}
