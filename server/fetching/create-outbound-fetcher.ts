import type { IncomingMessage } from 'node:http';
import { networkInterfaces } from 'node:os';
import { AppError } from '../errors.ts';
import type { FetchedFile, FetchPurpose, FetchRequest, OutboundFetcher } from '../fetch-ports.ts';
import { connectTo, type ConnectRules } from './connect.ts';
import { exchange } from './exchange.ts';
import { isPublicAddress } from './public-addresses.ts';
import { readBody } from './read-body.ts';
import {
  brokenAnswer,
  compressedAnswer,
  refusedByServer,
  tooBusy,
  tooManyRedirects,
  tooSlow,
} from './refusals.ts';
import { createNameResolver, type ResolveName } from './resolve-name.ts';
import { parseTarget, type Target, type TargetRules } from './target.ts';
import { aborted, startTimeLimit } from './time-limit.ts';

export interface OutboundFetcherOptions {
  /** The program's own version, which requests name. */
  version: string;
  /** Host names and addresses under which this server is reached at the moment, lower case, without brackets. */
  ownHosts?: () => readonly string[];
  /** The options below are for tests: their servers are on loopback, with names of their own. */
  resolveName?: ResolveName;
  isAllowedAddress?: (address: string) => boolean;
  isAllowedPort?: (port: number) => boolean;
  authorities?: string;
  connectMs?: number;
}

/** Security S6. */
const CONNECT_MS = 3_000;
const TOTAL_MS = 10_000;
/** Security S4. */
const REDIRECTS = 3;
/** Fetches for one purpose at a time (security R2): those for strangers leave room for those of members. */
const MOST_AT_ONCE = 10;

const REDIRECTING = new Set([301, 302, 303, 307, 308]);
/** What callers may want to know besides: how long an answer may be kept. */
const HEADERS_KEPT = ['age', 'cache-control', 'date', 'etag', 'expires', 'last-modified'];

/** The only way in which this program fetches an address that somebody else has named (security S1-S6). */
export function createOutboundFetcher(options: OutboundFetcherOptions): OutboundFetcher {
  const isAllowedAddress = options.isAllowedAddress ?? isForeignPublicAddress;
  const rules: Omit<TargetRules, 'allowHttp'> & ConnectRules = {
    isAllowedAddress,
    isAllowedPort: options.isAllowedPort ?? ((port) => port === 443 || port === 80),
    isOwnHost: (host) => options.ownHosts?.().includes(host) ?? false,
    resolveName: options.resolveName ?? createNameResolver(),
    connectMs: options.connectMs ?? CONNECT_MS,
    authorities: options.authorities,
  };
  const userAgent = `Commonplace/${options.version}`;
  const running = new Map<FetchPurpose, number>();

  async function follow(request: FetchRequest, signal: AbortSignal): Promise<FetchedFile> {
    const { maxRedirects = REDIRECTS, allowHttp = false, accept = '*/*' } = request;
    let target = parseTarget(request.url, { ...rules, allowHttp });
    for (let redirects = 0; ; redirects += 1) {
      const answer = await ask(target, rules, { accept, userAgent }, signal);
      try {
        const location = redirectOf(answer);
        if (location === undefined) return await fileFrom(target, answer, request.maxBytes);
        if (redirects >= maxRedirects) throw tooManyRedirects(maxRedirects);
        target = parseTarget(location, { ...rules, allowHttp }, target.url);
      } finally {
        answer.destroy();
      }
    }
  }

  return {
    async fetch(request) {
      const others = running.get(request.purpose) ?? 0;
      if (others >= MOST_AT_ONCE) throw tooBusy();
      running.set(request.purpose, others + 1);
      const limit = startTimeLimit(request.timeoutMs ?? TOTAL_MS, request.signal);
      try {
        return await untilAborted(follow(request, limit.signal), limit.signal, request.signal);
      } finally {
        limit.end();
        running.set(request.purpose, (running.get(request.purpose) ?? 1) - 1);
      }
    },
  };
}

/** The answer's head; its connection ends with `signal`. */
async function ask(
  target: Target,
  rules: ConnectRules,
  headers: Parameters<typeof exchange>[2],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const socket = await connectTo(target, rules, signal);
  const cut = () => socket.destroy();
  signal.addEventListener('abort', cut);
  socket.once('close', () => signal.removeEventListener('abort', cut));
  if (signal.aborted) cut();
  return exchange(target, socket, headers);
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return REDIRECTING.has(statusCode) ? headers.location : undefined;
}

async function fileFrom(target: Target, answer: IncomingMessage, maxBytes: number): Promise<FetchedFile> {
  const { statusCode = 0, headers } = answer;
  if (statusCode !== 200) throw refusedByServer(statusCode);
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw compressedAnswer();
  const kept = HEADERS_KEPT.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return {
    url: target.url.href,
    status: statusCode,
    contentType: headers['content-type'] ?? null,
    headers: Object.fromEntries(kept),
    body: await readBody(answer, maxBytes).catch((error: unknown) => {
      throw error instanceof AppError ? error : brokenAnswer();
    }),
  };
}

/** What came of a fetch, or that its time was over, whatever its connection did when it was cut. */
async function untilAborted(
  fetching: Promise<FetchedFile>,
  limit: AbortSignal,
  caller: AbortSignal | undefined,
): Promise<FetchedFile> {
  try {
    const file = await Promise.race([fetching, aborted(limit)]);
    if (file) return file;
  } catch (error) {
    if (!limit.aborted) throw error;
  }
  fetching.catch(() => undefined);
  caller?.throwIfAborted();
  throw tooSlow();
}

/** Of the public internet, and not this computer's own even if it has such an address. */
function isForeignPublicAddress(address: string): boolean {
  if (!isPublicAddress(address)) return false;
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return !own.some((one) => one.address === address);
}
