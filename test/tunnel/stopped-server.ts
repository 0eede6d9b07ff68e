import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { listAudit } from '../../server/operations/audit/list.ts';
import { readPublicAccess } from '../../server/operations/public-access/read.ts';
import { createToken } from '../../server/operations/tokens/create.ts';
import { createUser } from '../../server/operations/users/create.ts';
import { seededRandom } from '../bench/corpus.ts';
import { findContradictions } from '../crash/audit-of-ledger.ts';
import { createLedger, type Ledger } from '../crash/ledger.ts';
import { actOnce, type Caller, type Secrets } from '../crash/workload.ts';
import type { ServerProcess } from '../processes/server-process.ts';
import { startPublicServer } from './public-server.ts';
import { startsIn, writeScript, type Script } from './world.ts';

export interface StoppedServer {
  server: ServerProcess;
  secrets: Secrets;
  ledger: Ledger;
  /** Stops the whole server as sleep does, for so long, and lets it go on. */
  sleep(milliseconds: number): Promise<void>;
  play(script: Script): Promise<void>;
  /** How often the tunnel's program was started. */
  starts(): Promise<number>;
  tunnelState(): Promise<string>;
  /** Ends the load; answers what was found wrong with the data, and how often each write is in the audit log. */
  finish(): Promise<{ contradictions: string[]; audited: Map<string, number> }>;
}

const CALLERS = 4;

/** A real server with its tunnel on, under load from callers that write all the time. */
export async function startServerUnderLoad(): Promise<StoppedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-stopped-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const server = await startPublicServer(folder, {});
  onTestFinished(() => server.kill());
  const secrets = await createPeople(server);
  const before = await auditCounts(server);
  const ledger = createLedger();
  const over = new AbortController();
  const work = async (caller: Caller) => {
    while (!over.signal.aborted) {
      await actOnce({ server, secrets, ledger, caller }).catch((error: unknown) => {
        if (!isCutBySleep(error)) throw error;
      });
    }
  };
  const load = Promise.all(
    Array.from({ length: CALLERS }, (_, index) => work({ random: seededRandom(index + 1), documents: [] })),
  );
  return {
    server,
    secrets,
    ledger,
    async sleep(milliseconds) {
      process.kill(server.pid, 'SIGSTOP');
      try {
        await pause(milliseconds);
      } finally {
        process.kill(server.pid, 'SIGCONT');
      }
    },
    play: (script) => writeScript(folder, script),
    starts: async () => (await startsIn(folder)).length,
    tunnelState: async () => (await server.desk.run(readPublicAccess, {})).tunnel.state,
    async finish() {
      over.abort();
      await load;
      const contradictions = await findContradictions(server, secrets, ledger);
      const audited = await auditCounts(server);
      for (const [action, count] of before) audited.set(action, (audited.get(action) ?? 0) - count);
      return { contradictions, audited };
    },
  };
}

/**
 * A connection that was idle during the sleep may be cut, and a request that was just arriving has come too late (408).
 * The ledger holds that its outcome is unknown.
 */
function isCutBySleep(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.message.includes(': 408 '));
}

async function createPeople(server: ServerProcess): Promise<Secrets> {
  const secret = async (username: string, role: 'approver' | 'editor') => {
    await server.desk.run(createUser, { username, role });
    return (await server.desk.run(createToken, { username, name: 'load' })).secret;
  };
  return { approver: await secret('approver', 'approver'), editor: await secret('editor', 'editor') };
}

async function auditCounts(server: ServerProcess): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let before: number | undefined; before !== 1;) {
    const page = await server.desk.run(listAudit, { limit: 1000, ...(before ? { before_seq: before } : {}) });
    for (const { action } of page.items) counts.set(action, (counts.get(action) ?? 0) + 1);
    before = page.items.at(-1)?.seq ?? 1;
  }
  return counts;
}
