import { networkInterfaces } from 'node:os';
import { LOOPBACK_HOSTS } from './domain/loopback.ts';
import type { PublicReach } from './tunnel-ports.ts';

/**
 * Whether this workspace answers at an address, as things stand: at the one public address alone where everything is
 * advertised there, else at the trial's, the allowed hosts and this computer's own addresses (design §3). What
 * connected elsewhere has to connect again.
 */
export function createOwnAddresses({
  reach,
  allowedHosts,
}: {
  reach: () => Pick<PublicReach, 'fixedUrl' | 'trialUrl'>;
  allowedHosts: readonly string[];
}): (address: string) => boolean {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  return (address) => {
    if (!URL.canParse(address)) return false;
    const { origin, host, hostname } = new URL(address);
    const { fixedUrl, trialUrl } = reach();
    if (fixedUrl !== null) return origin === new URL(fixedUrl).origin;
    if (origin === trialUrl) return true;
    return (
      LOOPBACK_HOSTS.has(hostname) || allowed.has(host) || allowed.has(hostname) || isOwnFigure(hostname)
    );
  };
}

function isOwnFigure(hostname: string): boolean {
  const bare = hostname.replaceAll(/^\[|\]$/g, '');
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === bare),
  );
}
