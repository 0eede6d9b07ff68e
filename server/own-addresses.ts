import { networkInterfaces } from 'node:os';
import { LOOPBACK_HOSTS } from './domain/loopback.ts';

/**
 * Whether this workspace answers at an address, by configuration: at the public address alone where there is one, else
 * at the allowed hosts and at this computer's own addresses (design §3). What connected elsewhere has to connect again.
 */
export function createOwnAddresses({
  baseUrl,
  allowedHosts,
}: {
  baseUrl: string | null;
  allowedHosts: readonly string[];
}): (address: string) => boolean {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  return (address) => {
    if (!URL.canParse(address)) return false;
    const { origin, host, hostname } = new URL(address);
    if (baseUrl !== null) return origin === new URL(baseUrl).origin;
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
