import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { headerValues, peerAddress, type RequestHead } from './request-context.ts';

/**
 * Whose request it is, for limits and records: the peer, except for what came through our own tunnel, where Cloudflare
 * says who asked. "`CF-Connecting-IP` counts only with the `Cf-Warp-Tag-Id` of our own tunnel process" (design §3,
 * security R4); every other forwarding header is somebody's claim.
 *
 * @param connectorId of the tunnel that runs; null while none does
 */
export function clientAddress(req: RequestHead, connectorId: string | null): string {
  const peer = peerAddress(req);
  if (connectorId === null || !isLoopback(peer) || !cameThrough(req, connectorId)) return peer;
  const [address = '', second] = headerValues(req, 'cf-connecting-ip');
  return second === undefined && isIP(address) !== 0 ? address : peer;
}

/** The program adds its mark to whatever a client has sent under that name; only the program and we know it. */
function cameThrough(req: RequestHead, connectorId: string): boolean {
  const own = Buffer.from(connectorId);
  return headerValues(req, 'cf-warp-tag-id').some((value) => {
    const mark = Buffer.from(value);
    return mark.length === own.length && timingSafeEqual(mark, own);
  });
}

function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}
