import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type IPv4 = InstanceType<typeof ipaddr.IPv4>;
type IPv6 = InstanceType<typeof ipaddr.IPv6>;

/** Public by its number, and yet answered by the machine's own host: Azure's wire server (security F13). */
const HOST_SERVICES = new Set(['168.63.129.16']);

/** All that is handed out for the internet at large so far (RFC 4291, section 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** How an IPv6-only network writes the IPv4 addresses of others (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** Interface part of an ISATAP address but for the `u` bit, before the IPv4 address (RFC 5214, section 6.1). */
const ISATAP = 0x5efe;
const UNIVERSAL_BIT = 0x0200;

/**
 * Whether an address in figures is one of the public internet. Special ranges are not, whatever form they are
 * written in: an IPv4 address inside an IPv6 one counts as what it is (security S2, F13).
 */
export function isPublicAddress(text: string): boolean {
  switch (isIP(text)) {
    case 4:
      return isPublicIPv4(ipaddr.IPv4.parse(text));
    case 6:
      return isPublicIPv6(text);
    default:
      return false;
  }
}

function isPublicIPv4(address: IPv4): boolean {
  return address.range() === 'unicast' && !HOST_SERVICES.has(address.toString());
}

function isPublicIPv6(text: string): boolean {
  // Groups only: the library takes `::1.2.3.4` for the mapped address, which is another one. A zone is not global.
  const groups = URL.parse(`http://[${text}]`)?.hostname.slice(1, -1);
  if (groups === undefined) return false;
  const address = ipaddr.IPv6.parse(groups);
  if (address.isIPv4MappedAddress()) return isPublicIPv4(address.toIPv4Address());
  if (address.match(NAT64)) return isPublicIPv4(embeddedIPv4(address));
  if (!address.match(GLOBAL_UNICAST) || address.range() !== 'unicast') return false;
  return !isIsatap(address) || isPublicIPv4(embeddedIPv4(address));
}

function isIsatap({ parts }: IPv6): boolean {
  return ((parts[4] ?? 0) & ~UNIVERSAL_BIT) === 0 && parts[5] === ISATAP;
}

/** The IPv4 address in the last 32 bits. */
function embeddedIPv4(address: IPv6): IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(-4));
}
