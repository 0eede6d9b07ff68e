import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-addresses.ts';

const SPECIAL: Record<string, readonly string[]> = {
  'this host and this network': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  'private networks': ['10.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
  'shared with a provider': ['100.64.0.1', '100.127.255.254'],
  'link-local, metadata of clouds': ['169.254.169.254', '169.254.0.1', 'fe80::1', 'fe80::1%eth0'],
  'other metadata addresses': ['168.63.129.16', '100.100.100.200', 'fd00:ec2::254', '192.0.0.192'],
  'protocol assignments': ['192.0.0.8', '192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
  'documentation and measurements': ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1'],
  'newer documentation': ['3fff::1', '3fff:fff:ffff::1'],
  'multicast and broadcast': ['224.0.0.1', '239.255.255.250', '255.255.255.255', 'ff02::1', 'ff0e::1'],
  reserved: ['240.0.0.1', '254.254.254.254', '4000::1', '5f00::1', 'fec0::1', '100::1', '2001:2::1'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:168.63.129.16'],
  'IPv4-compatible': ['::127.0.0.1', '::7f00:1', '::8.8.8.8'],
  'IPv4-translated': ['::ffff:0:127.0.0.1'],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::10.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::8.8.8.8'],
  '6to4': ['2002:7f00:1::', '2002:c0a8:101::1', '2002:808:808::1'],
  Teredo: ['2001:0:4136:e378:8000:63bf:80ff:fffe', '2001::1'],
  ISATAP: ['2600:1::5efe:10.0.0.1', '2600:1::200:5efe:127.0.0.1'],
  'not an address in figures': ['', 'localhost', 'example.com', '1.2.3.4.5', '8.8.8.8:53', '[::1]', 'null'],
};

describe('“refuse if any is non-global; unwrap mapped, compatible, NAT64, 6to4, Teredo” (S2)', () => {
  it.each(Object.entries(SPECIAL))('%s: none is public', (_, addresses) => {
    expect(addresses.filter((address) => isPublicAddress(address))).toEqual([]);
  });

  it.each(['127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.0.0.1', '010.0.0.1'])(
    'the figures %s are read as what a connection would make of them',
    (address) => expect(isPublicAddress(address)).toBe(false),
  );

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.1',
    '172.32.0.1',
    '168.63.129.17',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
});
