import type { IncomingHttpHeaders } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Context } from 'koa';

/** What the listener has found out about a request before any face sees it. */
export interface RequestFacts {
  /** Our own id: it stands in the answer, the log and the audit record. */
  requestId: string;
  /** Whose request it is: the peer, or whoever our own tunnel says (security R4). */
  ip: string;
  /** Where this caller reaches us, without a trailing slash; empty in answers to those who asked for another host. */
  baseUrl: string;
  /**
   * Head of the answer so far, name after value. Collected here and written in one go: for every answer that is
   * cheaper than handing each header to Koa or Node to look at, keep and look at again.
   */
  head: string[];
  /** Whether this connection should end with its answer, because the listener is closing. */
  isLast: () => boolean;
}

export interface HttpContext extends Context {
  state: RequestFacts;
}

/** As much of a request as tells where it comes from and where it is addressed to. */
export interface RequestHead {
  readonly rawHeaders: readonly string[];
  readonly headers: IncomingHttpHeaders;
  readonly socket: {
    readonly remoteAddress?: string | undefined;
    readonly localAddress?: string | undefined;
  };
}

/** The peer's address; an IPv4 address that came in over IPv6 is written as IPv4. */
export function peerAddress(req: RequestHead): string {
  const address = req.socket.remoteAddress ?? '';
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

/** What a limit by address counts: an IPv6 subscriber owns a whole /64 (security P3). */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = ip.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0;
  return [...groups, ...Array.from({ length: missing }, () => '0')].slice(0, 4).join(':');
}

/** Every value of a header as it was received: Node itself would keep the first `Host` and drop the others. */
export function headerValues(req: RequestHead, name: string): string[] {
  const values: string[] = [];
  const raw = req.rawHeaders;
  for (let index = 0; index < raw.length; index += 2) {
    const header = raw[index] ?? '';
    if (header.length === name.length && header.toLowerCase() === name) values.push(raw[index + 1] ?? '');
  }
  return values;
}

/** Adds headers to the answer. */
export function addHeaders({ state }: HttpContext, headers: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(headers)) state.head.push(name, headers[name] ?? '');
}

/** Sets headers of the answer in place of those of the same name. */
export function setHeaders({ state }: HttpContext, headers: Readonly<Record<string, string>>): void {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const kept: string[] = [];
  for (let index = 0; index < state.head.length; index += 2) {
    const name = state.head[index] ?? '';
    if (!names.has(name.toLowerCase())) kept.push(name, state.head[index + 1] ?? '');
  }
  for (const name of Object.keys(headers)) kept.push(name, headers[name] ?? '');
  state.head = kept;
}

/** Hands the collected head over to Koa, for the few answers that Koa sends. */
export function passHeadToKoa(ctx: HttpContext): void {
  const { head } = ctx.state;
  for (let index = 0; index < head.length; index += 2) ctx.set(head[index] ?? '', head[index + 1] ?? '');
  if (ctx.state.isLast()) ctx.set('Connection', 'close');
}
