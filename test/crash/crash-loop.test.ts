import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listAudit } from '../../server/operations/audit/list.ts';
import { verifyAudit } from '../../server/operations/audit/verify.ts';
import { createToken } from '../../server/operations/tokens/create.ts';
import { createUser } from '../../server/operations/users/create.ts';
import { seededRandom } from '../bench/corpus.ts';
import { initializeFolder } from '../builders/folder.ts';
import { findContradictions, since } from './audit-of-ledger.ts';
import { createLedger, total, type Ledger } from './ledger.ts';
import { startServerProcess, type ServerProcess } from '../processes/server-process.ts';
import { actOnce, type Caller, type Secrets } from './workload.ts';

const CYCLES = 100;
const LEAST_ACKNOWLEDGED = 5000;
const CALLERS = 8;

/** Security X1 in its quick form: mixed load, kill -9 at a random point, restart, compare with what was acknowledged. */
describe('"A crash at any moment loses nothing acknowledged and shows nothing half-done" (design, Storage)', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commonplace-crash-'));
    await initializeFolder(folder, { username: 'owner' });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it(
    `${CYCLES} kill -9 under load, at least ${LEAST_ACKNOWLEDGED} acknowledged writes: none lost, torn or undone`,
    { timeout: 900_000 },
    async () => {
      const random = seededRandom(42);
      const ledger = createLedger();
      const secrets = await createPeople(folder);
      const contradictions: string[] = [];
      let server = await startServerProcess(folder);
      for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
        const touched = new Set<object>();
        const missing = Math.max(0, LEAST_ACKNOWLEDGED - total(ledger.acknowledged)) / (CYCLES - cycle + 1);
        await loadUntilKilled(server, secrets, ledger, touched, Math.ceil(missing + random() * 20), cycle);
        server = await startServerProcess(folder);
        const found = await findContradictions(server, secrets, since(ledger, touched));
        contradictions.push(...found.map((problem) => `cycle ${cycle}: ${problem}`));
      }
      contradictions.push(...(await findContradictions(server, secrets, ledger)));
      await expectEveryWriteAudited(server, ledger);
      expect(contradictions).toEqual([]);
      expect(total(ledger.acknowledged)).toBeGreaterThanOrEqual(LEAST_ACKNOWLEDGED);
      expect(await server.stop()).toBe(0);
    },
  );
});

async function createPeople(folder: string): Promise<Secrets> {
  const server = await startServerProcess(folder);
  const secret = async (username: string, role: 'approver' | 'editor') => {
    await server.desk.run(createUser, { username, role });
    return (await server.desk.run(createToken, { username, name: 'crash loop' })).secret;
  };
  const secrets = {
    approver: await secret('approver', 'approver'),
    editor: await secret('editor', 'editor'),
  };
  await server.stop();
  return secrets;
}

/** Callers work side by side until enough is acknowledged; then the process is killed under their hands. */
async function loadUntilKilled(
  server: ServerProcess,
  secrets: Secrets,
  ledger: Ledger,
  touched: Set<object>,
  goal: number,
  seed: number,
): Promise<void> {
  const before = total(ledger.acknowledged);
  let killed: Promise<void> | undefined;
  const work = async (caller: Caller) => {
    while (!killed) {
      try {
        await actOnce({ server, secrets, ledger, caller });
      } catch (error) {
        // Once the process is killed its callers fail, as they should; before that, nothing may.
        if (!killed) throw error;
      }
      if (total(ledger.acknowledged) - before >= goal) killed ??= server.kill();
    }
    for (const document of caller.documents) touched.add(document);
  };
  const callers = Array.from({ length: CALLERS }, (_, index) =>
    work({ random: seededRandom(seed * 100 + index), documents: [] }),
  );
  await Promise.all(callers);
  await killed;
  for (const request of ledger.requests) if (touched.has(request.document)) touched.add(request);
}

/** One audit entry for every acknowledged write, none but for requests whose answer was cut off, numbered without gaps. */
async function expectEveryWriteAudited(server: ServerProcess, ledger: Ledger): Promise<void> {
  const entries = new Map<string, number>();
  const numbers: number[] = [];
  for (let before: number | undefined; before !== 1; before = numbers.at(-1)) {
    const page = await server.desk.run(listAudit, { limit: 1000, ...(before ? { before_seq: before } : {}) });
    if (page.items.length === 0) break;
    for (const { seq, action } of page.items) {
      numbers.push(seq);
      entries.set(action, (entries.get(action) ?? 0) + 1);
    }
  }
  const { entries: length, broken } = await server.desk.run(verifyAudit, {});
  expect(broken).toEqual([]);
  expect(numbers).toEqual(Array.from({ length }, (_, index) => length - index));
  // The two people's own tokens were made before the ledger began.
  const earlier = new Map([['tokens.create', 2]]);
  for (const [action, acknowledged] of ledger.acknowledged) {
    const written = (entries.get(action) ?? 0) - (earlier.get(action) ?? 0);
    expect(written, action).toBeGreaterThanOrEqual(acknowledged);
    expect(written, action).toBeLessThanOrEqual(acknowledged + (ledger.unknown.get(action) ?? 0));
  }
}
