import { createUser } from '../../../server/operations/users/create.ts';
import { createVisitor } from '../../sign-in/visitor.ts';
import { startServerProcess, type ServerProcess } from '../../processes/server-process.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';
import { timesOfReads } from '../reads.ts';
import { median, milliseconds, percentile, ratio, type Suite } from '../report.ts';
import { seedFolder } from '../seed.ts';

const ROUNDS = 5;
const READS = 2000;
const SIMULTANEOUS = 4;
const PASSWORD = 'a fairly long passphrase 42';

/** Goal 16: reads while four people sign in at the same time, again and again, each with the form of the page. */
export const signIn: Suite = {
  name: 'sign-in',
  title: 'Reads during four simultaneous sign-ins',
  async run() {
    const seeded = await seedFolder(1000);
    const server = await startServerProcess(seeded.folder);
    const client = createHttpClient(server.url, seeded.secret, 4);
    const times: { idle: number[]; busy: number[] } = { idle: [], busy: [] };
    try {
      await server.desk.run(createUser, { username: 'signer', role: 'viewer', password: PASSWORD });
      await timesOfReads(client, seeded.ids, READS);
      for (let round = 0; round < ROUNDS; round += 1) {
        times.idle.push(percentile(await timesOfReads(client, seeded.ids, READS), 0.99));
        times.busy.push(percentile(await readWhileSigningIn(server, client, seeded.ids), 0.99));
      }
    } finally {
      client.close();
      await server.stop();
      await seeded.remove();
    }
    const factor = median(times.busy) / median(times.idle);
    return [
      {
        goal: 'p99 of GET /documents/:id, busy against idle',
        target: '≤ 3×',
        measured: ratio(factor),
        isMet: factor <= 3,
        detail: `${milliseconds(median(times.busy))} and ${milliseconds(median(times.idle))}, ${ROUNDS} rounds of ${READS} reads on 4 connections`,
      },
    ];
  },
};

async function readWhileSigningIn(
  server: ServerProcess,
  client: HttpClient,
  ids: readonly string[],
): Promise<number[]> {
  const reading = new AbortController();
  const signingIn = Array.from({ length: SIMULTANEOUS }, async () => {
    const browser = createVisitor(server.url);
    while (!reading.signal.aborted) {
      browser.cookies.clear();
      const page = await browser.submit('/sign-in', { username: 'signer', password: PASSWORD });
      if (page.status !== 303) throw new Error(`A sign-in was answered with ${page.status}.`);
    }
  });
  const times = await timesOfReads(client, ids, READS);
  reading.abort();
  await Promise.all(signingIn);
  return times;
}
