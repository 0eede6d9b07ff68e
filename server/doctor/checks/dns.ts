import { BlockList, isIP } from 'node:net';
import { amber, green, red, skipped, type Check } from '../check.ts';
import { explainNoAnswer } from '../failed-connections.ts';
import { codeOf } from '../failure-codes.ts';

/** Addresses that this computer, or its network, alone knows (RFC 1918, RFC 6598, RFC 4193, link-local, loopback). */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');
PRIVATE.addAddress('::1', 'ipv6');

/** "The host must be reachable … with public DNS" (specification, Authentication 8). */
export const dns: Check = {
  id: 'dns',
  group: 'address',
  title: 'Name (DNS)',
  needs: [],
  async run(walk) {
    const { hostname } = walk.url;
    if (walk.isLoopback)
      return skipped(
        'The workspace is open on this computer only; assistants on the internet cannot reach it.',
        'Choose a public address under Public address when you want Claude, ChatGPT or your phone to reach it.',
      );
    if (isIP(hostname.replaceAll(/^\[|\]$/g, '')) !== 0)
      return red(
        `${hostname} is an address in figures, which hosted assistants do not take.`,
        'Use a name with a certificate: choose one under Public address.',
      );
    try {
      const found = await walk.network.resolve(hostname);
      const addresses = found.map(({ address }) => address);
      if (addresses.length === 0) return explainNoAnswer('ENOTFOUND', walk);
      const isPrivate = ({ address, family }: (typeof found)[number]) =>
        PRIVATE.check(address, family === 6 ? 'ipv6' : 'ipv4');
      if (found.every(isPrivate))
        return red(
          `${hostname} leads to ${addresses.join(', ')}, which exists on this computer or in its network only.`,
          'Let the DNS record name your public address, or use a tunnel; look into the hosts file of this computer too.',
        );
      if (found.every(({ family }) => family === 6))
        return amber(
          `${hostname} has an IPv6 address only; hosted assistants such as Claude use IPv4.`,
          'Add an A record, or use a tunnel.',
        );
      return green(`${hostname} is known as ${addresses.slice(0, 4).join(', ')}.`);
    } catch (error) {
      return explainNoAnswer(codeOf(error), walk);
    }
  },
};
