import { LOOPBACK_HOSTS } from '../domain/loopback.ts';
import { PROBE_HEADER, type Arrival, type Probe } from '../doctor-ports.ts';
import { MCP_PATH } from '../identity/oauth/endpoints.ts';
import type { Services } from '../operations/define.ts';
import { DOCTOR_PRODUCT } from './client-name.ts';
import type { Network } from './network.ts';
import { send, type Outcome, type Question } from './outbound.ts';

/** What the doctor knows of the server that it runs in. */
export interface DoctorFacts {
  /** `http://host:port` of the public listener, as bound; null while it is not open. */
  listenerUrl: () => string | null;
}

/** An answer at the examined address, and the request as this server received it, if it did. */
export type Visit = Outcome & { arrival: Arrival | undefined };

export interface VisitQuestion extends Partial<Omit<Question, 'signal'>> {
  userAgent?: string;
  /** Sends the credential of this run. */
  isAuthorized?: boolean;
}

/** What the checks of one run share. */
export interface Walk {
  /** Start of the examined address, without a trailing slash. */
  base: string;
  url: URL;
  /** Only this computer reaches the address. */
  isLoopback: boolean;
  services: Services;
  facts: DoctorFacts;
  network: Network;
  probe: Probe;
  /** What the first visit sends, and has to come back. */
  nonce: string;
  patienceMs: number;
  signal: AbortSignal;
  /** False when marks do not survive the way, so that what arrived cannot be seen. Set by the check of who answers. */
  seesArrivals: boolean;
  /** The app that was registered for this run, once it is. */
  client: { id: string; redirectUri: string } | null;
  /** Asks at a path of the address, or at another address. */
  visit(path: string, question?: VisitQuestion): Promise<Visit>;
  /** The same visit for all checks that look at its answer. */
  once(name: SharedVisit): Promise<Visit>;
}

/** Visits that several checks look at. */
export type SharedVisit = 'challenge' | 'resource' | 'server' | 'health' | 'tools';

export type WalkOptions = Pick<
  Walk,
  'base' | 'services' | 'facts' | 'network' | 'probe' | 'nonce' | 'patienceMs' | 'signal'
>;

export function createWalk(options: WalkOptions): Walk {
  const url = new URL(options.base);
  const shared = new Map<SharedVisit, Promise<Visit>>();
  const walk: Walk = {
    ...options,
    url,
    isLoopback: LOOPBACK_HOSTS.has(url.hostname),
    seesArrivals: true,
    client: null,
    async visit(path, { userAgent, isAuthorized = false, headers = {}, ...question } = {}) {
      const mark = options.probe.mark();
      const outcome = await send(options.network, new URL(path, options.base), {
        timeoutMs: options.patienceMs,
        ...question,
        signal: options.signal,
        headers: {
          'user-agent': userAgent ?? `${DOCTOR_PRODUCT}/${options.services.version}`,
          [PROBE_HEADER]: mark,
          ...(isAuthorized && { authorization: `Bearer ${options.probe.key}` }),
          ...headers,
        },
      });
      return { ...outcome, arrival: options.probe.arrivalOf(mark) };
    },
    once(name) {
      const known = shared.get(name);
      if (known) return known;
      const visited = SHARED[name](walk);
      shared.set(name, visited);
      return visited;
    },
  };
  return walk;
}

const SHARED: Record<SharedVisit, (walk: Walk) => Promise<Visit>> = {
  health: (walk) => walk.visit(`/healthz?nonce=${walk.nonce}`),
  challenge: (walk) => walk.visit(MCP_PATH, toolsList()),
  resource: (walk) => walk.visit(`/.well-known/oauth-protected-resource${MCP_PATH}`),
  server: (walk) => walk.visit('/.well-known/oauth-authorization-server'),
  tools: (walk) => walk.visit(MCP_PATH, { ...toolsList(), isAuthorized: true }),
};

/**
 * The request of a client that asks for the tools.
 *
 * @param padding so many bytes more, as those of a picture would be
 */
export function toolsList(padding = 0): VisitQuestion {
  const params = padding === 0 ? {} : { _meta: { 'commonplace/padding': 'x'.repeat(padding) } };
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params }),
  };
}

/** The body of an answer as a JSON object; undefined for anything else. */
export function jsonOf(visit: Visit): Record<string, unknown> | undefined {
  if (visit.kind === 'none') return undefined;
  try {
    const value: unknown = JSON.parse(visit.text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
