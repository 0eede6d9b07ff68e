import { timingSafeEqual } from 'node:crypto';
import { isIP, SocketAddress } from 'node:net';
import { addressList } from './address-list.ts';
import { headerValues, peerAddress, type RequestHead } from './request-context.ts';

export interface ClientAddressOptions {
  /** Mark of our own tunnel in what comes through it; null while there is none. */
  connectorId?: () => string | null;
  /** Addresses or networks of the owner's own proxies, as the owner named them. Nobody is one unless named. */
  trustedProxies?: readonly string[] | null | undefined;
}

/** Whose request it is, for limits and records. */
export type ClientAddress = (req: RequestHead) => string;

const NO_TUNNEL = () => null;

/**
 * Decides whose request it is: the peer, with two exceptions (security R4). Of what came through our own tunnel,
 * Cloudflare says who asked: "`CF-Connecting-IP` counts only with the `Cf-Warp-Tag-Id` of our own tunnel process"
 * (design §3). Of what a proxy passed on that the owner named, `X-Forwarded-For` says it. Every other forwarding header
 * is somebody's claim.
 */
export function createClientAddress({
  connectorId = NO_TUNNEL,
  trustedProxies,
}: ClientAddressOptions): ClientAddress {
  const isTrusted = trustedProxies?.length ? addressList(trustedProxies) : undefined;
  return (req) => {
    const peer = peerAddress(req);
    const tunnel = connectorId();
    if (tunnel !== null && isLoopback(peer) && cameThrough(req, tunnel)) return visitorOfTunnel(req) ?? peer;
    return isTrusted?.(peer) ? visitorOfProxies(req, peer, isTrusted) : peer;
  };
}

function visitorOfTunnel(req: RequestHead): string | undefined {
  const [address = '', second] = headerValues(req, 'cf-connecting-ip');
  return second === undefined && isIP(address) !== 0 ? address : undefined;
}

/** The program adds its mark to whatever a client has sent under that name; only the program and we know it. */
function cameThrough(req: RequestHead, connectorId: string): boolean {
  const own = Buffer.from(connectorId);
  return headerValues(req, 'cf-warp-tag-id').some((value) => {
    const mark = Buffer.from(value);
    return mark.length === own.length && timingSafeEqual(mark, own);
  });
}

/**
 * Goes from proxy to proxy, from the right: each one adds the address that it was asked from to the end of
 * `X-Forwarded-For`, so what stands there counts exactly as long as trusted proxies wrote it, and whatever a visitor sent
 * along stands further left (RFC 7239 §8.1: only a chain of known proxies can be believed). What is no address ends it.
 */
function visitorOfProxies(req: RequestHead, peer: string, isTrusted: (address: string) => boolean): string {
  let visitor = peer;
  const hops = headerValues(req, 'x-forwarded-for').join(',').split(',');
  for (const hop of hops.toReversed()) {
    const address = isTrusted(visitor) ? addressIn(hop) : undefined;
    if (address === undefined) break;
    visitor = address;
  }
  return visitor;
}

/** The address in an element of the header, which may have brackets and a port, in its one shortest form. */
function addressIn(element: string): string | undefined {
  const text = element.trim();
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text) ?? [];
  const [, beforePort] = /^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  const [address = ''] = (bracketed ?? beforePort ?? text).split('%', 1);
  const family = isIP(address);
  if (family !== 6) return family === 4 ? address : undefined;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
}

function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}
