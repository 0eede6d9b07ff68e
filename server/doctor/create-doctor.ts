import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { timestamp, type Clock } from '../clock.ts';
import type { AttemptCheck, Diagnosis } from '../domain/diagnosis.ts';
import type { Doctor, RequestOrigin } from '../doctor-ports.ts';
import type { LiveTopic, LiveTopics } from '../live-topics.ts';
import type { Services } from '../operations/define.ts';
import { createConnectionAttempts } from './attempts.ts';
import { internet, type Network } from './network.ts';
import { createProbes } from './probes.ts';
import { CLIENT_NAME } from './client-name.ts';
import type { DoctorFacts, Walk } from './walk.ts';

export interface DoctorOptions extends DoctorFacts {
  clock: Clock;
  /** Where a request comes from; its peer when absent. */
  addressOf?: ((request: RequestOrigin) => string) | undefined;
  topics: LiveTopics;
  /** The way to the outside; as this computer goes when absent. */
  network?: Network | undefined;
  /** How long one question may take, in milliseconds: what hosted assistants wait (mcp-oauth §6). */
  patienceMs?: number | undefined;
  /** How long a streamed answer waits for its first part to be seen, in milliseconds. */
  streamPatienceMs?: number | undefined;
}

const PATIENCE_MS = 10_000;
/** How long a whole run may take. */
const RUN_MS = 60_000;

/** The checks themselves are loaded by the first run. */
export function createDoctor(options: DoctorOptions): Doctor<Services> {
  const { clock, topics, network = internet, patienceMs = PATIENCE_MS } = options;
  const { streamPatienceMs } = options;
  const probes = createProbes(streamPatienceMs === undefined ? {} : { streamPatienceMs });
  const attempts = createConnectionAttempts({
    clock,
    probes,
    addressOf: options.addressOf ?? (({ socket }) => socket.remoteAddress ?? ''),
    onNote: () => topics.announce('diagnostics'),
  });
  const closing = new AbortController();
  let last: Diagnosis | null = null;
  let lastWalk: { walk: Walk; log: Services['log'] } | undefined;
  let current: Diagnosis | null = null;
  let attemptCheck: AttemptCheck | null = null;
  let running: { address: string; result: Promise<Diagnosis> } | undefined;

  async function run(
    services: Services,
    { address, userId }: Parameters<Doctor<Services>['examine']>[1],
  ): Promise<Diagnosis> {
    const { ALL_CHECKS } = await import('./all-checks.ts');
    const { runChecks } = await import('./run-checks.ts');
    const { createWalk } = await import('./walk.ts');
    const { forgetClients } = await import('../identity/oauth/forget-clients.ts');
    const probe = probes.open(userId);
    const walk = createWalk({
      base: address,
      services,
      facts: options,
      network,
      probe,
      nonce: randomBytes(12).toString('hex'),
      patienceMs,
      signal: AbortSignal.any([AbortSignal.timeout(RUN_MS), closing.signal]),
    });
    const started = timestamp(clock);
    const begun = {
      address,
      was_paused: services.publicAccess.isPaused,
      started_at: started,
      total: ALL_CHECKS.length,
    };
    const onRow = (rows: Diagnosis['rows']) => {
      current = { ...begun, finished_at: null, rows };
      topics.announce('diagnostics');
    };
    onRow([]);
    try {
      const rows = await runChecks(ALL_CHECKS, walk, { log: services.log, onRow });
      const found = { ...begun, finished_at: timestamp(clock), rows };
      if (!closing.signal.aborted) {
        last = found;
        lastWalk = { walk, log: services.log };
      }
      return found;
    } finally {
      probe.close();
      current = null;
      await forgetClients(services, CLIENT_NAME);
      topics.announce('diagnostics');
    }
  }

  /** Keeps rows true that depend on what has just changed, so that nobody has to check again to see it. */
  async function renew(topic: LiveTopic): Promise<void> {
    const before = last;
    if (!before || !lastWalk || closing.signal.aborted) return;
    const { ALL_CHECKS } = await import('./all-checks.ts');
    const { renewRows } = await import('./run-checks.ts');
    const rows = await renewRows(ALL_CHECKS, lastWalk.walk, { rows: before.rows, topic, log: lastWalk.log });
    if (last !== before || isDeepStrictEqual(rows, before.rows)) return;
    last = { ...before, rows };
    topics.announce('diagnostics');
  }
  let renewing = Promise.resolve();
  /** Each topic once: a backup is announced faster than a slow disk is looked at. */
  const due = new Set<LiveTopic>();
  async function renewNext(topic: LiveTopic): Promise<void> {
    due.delete(topic);
    await renew(topic).catch(() => undefined);
  }
  const stopRenewing = topics.onAnnounced((topic) => {
    if (topic === 'diagnostics' || due.has(topic)) return;
    due.add(topic);
    renewing = renewing.then(() => renewNext(topic));
  });

  return {
    probes,
    attempts,
    get last() {
      return last;
    },
    get current() {
      return current;
    },
    get attemptCheck() {
      return attemptCheck;
    },
    keepAttemptCheck(check) {
      attemptCheck = check;
      topics.announce('diagnostics');
    },
    async close() {
      closing.abort();
      stopRenewing();
      await renewing;
      await running?.result.catch(() => undefined);
    },
    examine(services, request) {
      if (running?.address === request.address) return running.result;
      const before = running?.result.catch(() => undefined);
      const result = Promise.resolve(before).then(() => run(services, request));
      const own = { address: request.address, result };
      running = own;
      const ended = () => {
        if (running === own) running = undefined;
      };
      result.then(ended, ended);
      return result;
    },
  };
}
