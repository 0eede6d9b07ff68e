import { randomBytes, timingSafeEqual } from 'node:crypto';
import { PROBE_HEADER, type Arrival, type Probe, type Probes, type RequestOrigin } from '../doctor-ports.ts';

/** After this time a run has ended, whatever became of it. */
const LIFETIME_MS = 120_000;
/** How long a streamed answer waits for word that its first part has arrived. */
const STREAM_PATIENCE_MS = 4_000;
const KEY_PREFIX = 'cpd_';

interface Run {
  id: string;
  userId: string;
  key: string;
  arrivals: Map<string, Arrival>;
  isReleased: boolean;
  onRelease: Set<(isSeen: boolean) => void>;
}

/** The doctor's requests and credentials, in memory alone: a killed program leaves none of them behind. */
export function createProbes({ streamPatienceMs = STREAM_PATIENCE_MS } = {}): Probes {
  const runs = new Map<string, Run>();

  const runOf = ({ headers }: Pick<RequestOrigin, 'headers'>): [Run, string] | undefined => {
    const mark = headers[PROBE_HEADER];
    if (typeof mark !== 'string') return undefined;
    const run = runs.get(mark.split('.', 1)[0] ?? '');
    return run && [run, mark];
  };
  const runWithKey = (key: string): Run | undefined => {
    for (const run of runs.values()) if (isSame(run.key, key)) return run;
    return undefined;
  };

  return {
    open(userId): Probe {
      const run: Run = {
        id: randomBytes(16).toString('hex'),
        userId,
        key: KEY_PREFIX + randomBytes(32).toString('base64url'),
        arrivals: new Map(),
        isReleased: false,
        onRelease: new Set(),
      };
      runs.set(run.id, run);
      let marks = 0;
      const end = () => {
        clearTimeout(timer);
        runs.delete(run.id);
        release(run);
      };
      const timer = setTimeout(end, LIFETIME_MS).unref();
      return {
        key: run.key,
        mark: () => `${run.id}.${(marks += 1)}`,
        arrivalOf: (mark) => run.arrivals.get(mark),
        release: () => release(run),
        close: end,
      };
    },
    arrived(request) {
      const found = runOf(request);
      if (!found) return;
      const [run, mark] = found;
      run.arrivals.set(mark, arrivalFrom(request, run.key));
    },
    isProbe: (request) => runOf(request) !== undefined,
    ownerOf: (key) => (key.startsWith(KEY_PREFIX) ? runWithKey(key)?.userId : undefined),
    untilReleased(key) {
      const run = runWithKey(key);
      if (!run || run.isReleased) return Promise.resolve(run !== undefined);
      return new Promise((resolve) => {
        const done = (isSeen: boolean) => {
          clearTimeout(timer);
          run.onRelease.delete(done);
          resolve(isSeen);
        };
        const timer = setTimeout(() => done(false), streamPatienceMs);
        run.onRelease.add(done);
      });
    },
  };
}

function release(run: Run): void {
  run.isReleased = true;
  for (const done of run.onRelease) done(true);
}

function arrivalFrom({ method, headers }: RequestOrigin, key: string): Arrival {
  const sent = headers.authorization;
  return {
    method: method ?? '',
    authorization: sent === undefined ? 'absent' : isSame(sent, `Bearer ${key}`) ? 'intact' : 'changed',
    forwardedProto: textOf(headers['x-forwarded-proto']),
    contentType: textOf(headers['content-type']),
    connectorId: textOf(headers['cf-warp-tag-id']),
  };
}

function textOf(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value)?.slice(0, 200) ?? null;
}

function isSame(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
