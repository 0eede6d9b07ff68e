import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { unreachable, untrusted } from './refusals.ts';
import type { ResolveName } from './resolve-name.ts';
import type { Target } from './target.ts';
import { aborted, startTimeLimit } from './time-limit.ts';

export interface ConnectRules {
  resolveName: ResolveName;
  isAllowedAddress: (address: string) => boolean;
  /** Time for finding the address, connecting and proving identity together, in milliseconds. */
  connectMs: number;
  /** Certificates of authorities that are believed instead of the usual ones, PEM. For tests. */
  authorities: string | undefined;
}

/** A name with more addresses than this is not searched further for one that answers. */
const MOST_ADDRESSES = 4;

/**
 * A connection to a target, made to an address that was checked before and not to a name: a second answer of the
 * name server is never asked for (security S2, S3). One address out of bounds refuses the name altogether.
 *
 * Everything that fails before the other side has answered fails alike, in words and in time (security S5).
 *
 * @throws {AppError} bad_request; or the reason of `signal`
 */
export async function connectTo(target: Target, rules: ConnectRules, signal: AbortSignal): Promise<Socket> {
  const limit = startTimeLimit(rules.connectMs, signal);
  try {
    const socket = await tryAddresses(target, rules, limit.signal);
    if (socket) return socket;
    await aborted(limit.signal);
    signal.throwIfAborted();
    throw unreachable();
  } finally {
    limit.end();
  }
}

async function tryAddresses(
  target: Target,
  rules: ConnectRules,
  within: AbortSignal,
): Promise<Socket | undefined> {
  const addresses = await addressesOf(target.host, rules, within);
  for (const [index, address] of addresses.entries()) {
    if (within.aborted) return undefined;
    const share = startTimeLimit(Math.ceil(rules.connectMs / (addresses.length - index)), within);
    try {
      const socket = await tryAddress(target, address, rules, share.signal);
      if (socket) return socket;
    } finally {
      share.end();
    }
  }
  return undefined;
}

/** Addresses to try, IPv4 first; none when one of them may not be connected to. */
async function addressesOf(host: string, rules: ConnectRules, within: AbortSignal): Promise<string[]> {
  if (isIP(host) !== 0) return rules.isAllowedAddress(host) ? [host] : [];
  const asked = rules.resolveName(host, within).catch(() => []);
  const found = (await Promise.race([asked, aborted(within)])) ?? [];
  if (!found.every((address) => rules.isAllowedAddress(address))) return [];
  return found.toSorted((left, right) => isIP(left) - isIP(right)).slice(0, MOST_ADDRESSES);
}

/** @returns undefined when nothing answers there in time */
async function tryAddress(
  target: Target,
  address: string,
  { authorities }: ConnectRules,
  within: AbortSignal,
): Promise<Socket | undefined> {
  const socket = connectPlain({ host: address, port: target.port });
  if (!(await happens(socket, 'connect', within))) return undefined;
  if (!target.isSecure) return socket;
  const secure = connectSecure({
    socket,
    host: target.host,
    // A name is asked for by name; an address in figures cannot be (RFC 6066, section 3).
    servername: isIP(target.host) === 0 ? target.host : '',
    ALPNProtocols: ['http/1.1'],
    ...(authorities !== undefined && { ca: authorities }),
  });
  if (await happens(secure, 'secureConnect', within)) return secure;
  socket.destroy();
  if (within.aborted) return undefined;
  throw untrusted();
}

/** Whether an event comes before the socket fails or the time is over; without it the socket is destroyed. */
function happens(socket: Socket, event: 'connect' | 'secureConnect', within: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isThere: boolean) => {
      within.removeEventListener('abort', giveUp);
      socket.off('close', giveUp);
      if (!isThere) socket.destroy();
      resolve(isThere);
    };
    const giveUp = () => settle(false);
    // Stays for good: a connection that fails later must not end the process.
    socket.on('error', giveUp);
    socket.once('close', giveUp);
    socket.once(event, () => settle(true));
    within.addEventListener('abort', giveUp);
  });
}
