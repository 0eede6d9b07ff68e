import { LOOPBACK_HOSTS } from '../../domain/loopback.ts';

/**
 * Whether a page of this origin may call: our own host's or one of this machine's. Programs send no `Origin`
 * and are let through; any other page is refused, whatever credential it holds (security M3).
 *
 * @param ownHosts hosts that are ours: the request's `Host`, which the listener has checked, and the base URL's
 */
export function isAllowedOrigin(origin: string | undefined, ownHosts: readonly string[]): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, host } = new URL(origin);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return LOOPBACK_HOSTS.has(hostname) || ownHosts.some((own) => own.toLowerCase() === host);
}
