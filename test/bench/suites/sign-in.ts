import { createUser } from '../../../server/operations/users/create.ts';
import { createVisitor } from '../../sign-in/visitor.ts';
import { startServerProcess, type ServerProcess } from '../../processes/server-process.ts';
import { startChild, type Child } from '../child-process.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';
import { timesOfReads } from '../reads.ts';
import { median, milliseconds, percentile, ratio, type Finding, type Suite } from '../report.ts';
import { seedFolder } from '../seed.ts';
import type { Signers } from '../signers.ts';

const ROUNDS = 5;
const READS = 2000;
const SIMULTANEOUS = 4;
const CROWD = 500;
/** The crowd's answers are awaited in bursts of so many reads. */
const READS_OF_A_BURST = 40;
const USERNAME = 'signer';
const PASSWORD = 'a fairly long passphrase 42';

interface Bench {
  server: ServerProcess;
  client: HttpClient;
  signers: Child<Signers>;
  ids: readonly string[];
}

/**
 * Goal 16: reads while four people sign in at the same time, again and again, each with the form of the page; and
 * while 500 do at once, of whom all but those who fit in the queue are told to come back (security P2).
 */
export const signIn: Suite = {
  name: 'sign-in',
  title: 'Reads during sign-ins',
  async run() {
    const seeded = await seedFolder(1000);
    const server = await startServerProcess(seeded.folder);
    const client = createHttpClient(server.url, seeded.secret, 4);
    const program = new URL('../signers.ts', import.meta.url);
    const signers = startChild<Signers>(program, { parameters: [server.url] });
    try {
      await server.desk.run(createUser, { username: USERNAME, role: 'viewer', password: PASSWORD });
      await timesOfReads(client, seeded.ids, READS);
      const bench: Bench = { server, client, signers, ids: seeded.ids };
      return [await duringFour(bench), await duringCrowd(bench)];
    } finally {
      client.close();
      await signers.stop();
      await server.stop();
      await seeded.remove();
    }
  },
};

async function duringFour({ server, client, ids }: Bench): Promise<Finding> {
  const times: { idle: number[]; busy: number[] } = { idle: [], busy: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.idle.push(percentile(await timesOfReads(client, ids, READS), 0.99));
    times.busy.push(percentile(await readWhileSigningIn(server, client, ids), 0.99));
  }
  const how = `${ROUNDS} rounds of ${READS} reads on 4 connections`;
  return finding('busy with 4 sign-ins at a time against idle', times, how);
}

async function duringCrowd({ client, signers, ids }: Bench): Promise<Finding> {
  const times: { idle: number[]; busy: number[] } = { idle: [], busy: [] };
  let checked = 0;
  await signers.call('open', CROWD);
  for (let round = 0; round < ROUNDS; round += 1) {
    times.idle.push(percentile(await timesOfReads(client, ids, READS), 0.99));
    const answered = new AbortController();
    const crowd = signers.call('sendAll').finally(() => answered.abort());
    const reads: number[] = [];
    while (!answered.signal.aborted) reads.push(...(await timesOfReads(client, ids, READS_OF_A_BURST)));
    times.busy.push(percentile(reads, 0.99));
    checked += await crowd;
  }
  const how = `${ROUNDS} rounds of reads on 4 connections until all ${CROWD} are answered; the passwords of ${Math.round(checked / ROUNDS)} were checked, the others told to come back`;
  return finding(`from ${CROWD} sign-ins at once to their last answer against idle`, times, how);
}

function finding(when: string, times: { idle: number[]; busy: number[] }, how: string): Finding {
  const [idle, busy] = [median(times.idle), median(times.busy)];
  return {
    goal: `p99 of GET /documents/:id, ${when}`,
    target: '≤ 3×',
    measured: ratio(busy / idle),
    isMet: busy / idle <= 3,
    detail: `${milliseconds(busy)} and ${milliseconds(idle)}, ${how}`,
  };
}

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
      const page = await browser.submit('/sign-in', { username: USERNAME, password: PASSWORD });
      if (page.status !== 303) throw new Error(`A sign-in was answered with ${page.status}.`);
    }
  });
  const times = await timesOfReads(client, ids, READS);
  reading.abort();
  await Promise.all(signingIn);
  return times;
}
