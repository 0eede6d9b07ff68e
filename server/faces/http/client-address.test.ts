import { describe, expect, test } from 'vitest';
import { createClientAddress } from './client-address.ts';

const CONNECTOR = '7f9a2f0c-5d3a-4b0e-9c55-1d1b1e2f3a4b';

interface From {
  peer?: string;
  /** `Cf-Warp-Tag-Id`: one header a value. */
  marks?: string[];
  /** `CF-Connecting-IP`: one header a value. */
  clients?: string[];
  more?: Record<string, string>;
  /** `X-Forwarded-For`: one header a value. */
  chain?: string[];
}

function addressOf(
  { peer = '127.0.0.1', marks = [], clients = [], more = {}, chain = [] }: From,
  connectorId = CONNECTOR,
  trustedProxies: string[] | null = null,
) {
  const headers = [
    ...marks.map((value) => ['Cf-Warp-Tag-Id', value]),
    ...clients.map((value) => ['CF-Connecting-IP', value]),
    ...Object.entries(more),
    ...chain.map((value) => ['X-Forwarded-For', value]),
  ];
  const req = { rawHeaders: headers.flat(), headers: {}, socket: { remoteAddress: peer } };
  return createClientAddress({ connectorId: () => connectorId || null, trustedProxies })(req);
}

describe('"Client IP = CF-Connecting-IP only on requests that came through our own tunnel"', () => {
  test('of what our own program passes on, Cloudflare says who asked', () => {
    expect(addressOf({ marks: [CONNECTOR], clients: ['203.0.113.9'] })).toBe('203.0.113.9');
    expect(addressOf({ marks: [CONNECTOR], clients: ['2001:db8::7'], peer: '::1' })).toBe('2001:db8::7');
    expect(addressOf({ marks: [CONNECTOR], clients: ['203.0.113.9'], peer: '::ffff:127.0.0.1' })).toBe(
      '203.0.113.9',
    );
  });

  test('a mark that the client sent itself does not hide that of the program', () => {
    expect(addressOf({ marks: ['forged', CONNECTOR], clients: ['203.0.113.9'] })).toBe('203.0.113.9');
  });

  test.each<[string, From]>([
    ['without the mark', { clients: ['203.0.113.9'] }],
    ['with a made-up mark', { marks: ['7f9a2f0c'], clients: ['203.0.113.9'] }],
    ['with an empty mark', { marks: [''], clients: ['203.0.113.9'] }],
    ['with the mark in another case', { marks: [CONNECTOR.toUpperCase()], clients: ['203.0.113.9'] }],
    ['with two addresses', { marks: [CONNECTOR], clients: ['203.0.113.9', '198.51.100.1'] }],
    ['with a list of addresses', { marks: [CONNECTOR], clients: ['203.0.113.9, 198.51.100.1'] }],
    ['with something that is no address', { marks: [CONNECTOR], clients: ['localhost'] }],
    ['without an address', { marks: [CONNECTOR] }],
  ])('%s the peer counts', (_case, from) => {
    expect(addressOf(from)).toBe('127.0.0.1');
  });

  test('from another computer not even the right mark counts: our program runs on this one', () => {
    expect(addressOf({ peer: '192.168.1.20', marks: [CONNECTOR], clients: ['203.0.113.9'] })).toBe(
      '192.168.1.20',
    );
  });

  test('while no tunnel runs, nothing counts', () => {
    expect(addressOf({ marks: [CONNECTOR], clients: ['203.0.113.9'] }, '')).toBe('127.0.0.1');
    expect(addressOf({ marks: ['null'], clients: ['203.0.113.9'] }, '')).toBe('127.0.0.1');
  });

  test('"all other forwarding headers are ignored"', () => {
    const more = {
      'X-Forwarded-For': '203.0.113.9',
      'X-Real-IP': '203.0.113.9',
      'True-Client-IP': '203.0.113.9',
      Forwarded: 'for=203.0.113.9',
    };
    expect(addressOf({ more })).toBe('127.0.0.1');
    expect(addressOf({ more, marks: [CONNECTOR], clients: ['198.51.100.1'] })).toBe('198.51.100.1');
  });
});

describe("behind the owner's own reverse proxies, the rightmost address that is none of theirs counts", () => {
  const PROXIES = ['10.0.0.0/8', '127.0.0.1', 'fd00::/8'];
  const VISITOR = '203.0.113.9';
  const FORGED = '198.51.100.1';
  const visitor = (from: From) => addressOf({ peer: '10.0.0.1', ...from }, '', PROXIES);

  test.each<[string, From, string]>([
    ['one proxy', { chain: [VISITOR] }, VISITOR],
    ['two proxies', { chain: [`${VISITOR}, 10.0.0.2`] }, VISITOR],
    ['two proxies that each add a header', { chain: [VISITOR, '10.0.0.2'] }, VISITOR],
    ['a proxy on this computer', { peer: '127.0.0.1', chain: [VISITOR] }, VISITOR],
    ['an IPv6 proxy', { peer: 'fd00::1', chain: ['2001:db8::7, fd00::2'] }, '2001:db8::7'],
    ['a peer that is written as mapped IPv4', { peer: '::ffff:10.0.0.1', chain: [VISITOR] }, VISITOR],
    ['proxies that are written as mapped IPv4', { chain: [`${VISITOR}, ::ffff:10.0.0.2`] }, VISITOR],
    ['a visitor that is written as mapped IPv4', { chain: [`::ffff:${VISITOR}`] }, VISITOR],
    ['a visitor that is mapped and in hexadecimals', { chain: ['::ffff:cb00:7109'] }, VISITOR],
    ['IPv6 in a long form', { chain: ['2001:0DB8:0:0:0:0:0:7'] }, '2001:db8::7'],
    ['a port behind IPv4', { chain: [`${VISITOR}:4711`] }, VISITOR],
    ['a port behind IPv6', { chain: ['[2001:db8::7]:4711'] }, '2001:db8::7'],
    ['brackets without a port', { chain: ['[2001:db8::7]'] }, '2001:db8::7'],
    ['a link-local visitor with its zone', { chain: ['fe80::1%eth0'] }, 'fe80::1'],
    ['spaces and tabs', { chain: [` ${VISITOR} ,\t10.0.0.2 `] }, VISITOR],
  ])('%s', (_case, from, expected) => {
    expect(visitor(from)).toBe(expected);
  });

  test.each<[string, From, string]>([
    ['an address in front', { chain: [`${FORGED}, ${VISITOR}`] }, VISITOR],
    ['a header of their own in front', { chain: [FORGED, VISITOR] }, VISITOR],
    ['the address of a proxy in front', { chain: [`${FORGED}, 10.0.0.2, ${VISITOR}`] }, VISITOR],
    ['garbage in front', { chain: [`unknown, , <script>, ${VISITOR}`] }, VISITOR],
    [
      'as many addresses as fit into a request',
      { chain: [`${`${FORGED},`.repeat(600)}${VISITOR}`] },
      VISITOR,
    ],
    ['an address from a peer that is no proxy', { peer: '192.168.1.20', chain: [FORGED] }, '192.168.1.20'],
    ['an IPv6 address from a peer that is none', { peer: '2001:db8::9', chain: [FORGED] }, '2001:db8::9'],
    [
      'other headers that say the same',
      { more: { 'X-Real-IP': FORGED, Forwarded: `for=${FORGED}`, 'True-Client-IP': FORGED } },
      '10.0.0.1',
    ],
    ['what Cloudflare would send', { clients: [FORGED], marks: ['null'], chain: [VISITOR] }, VISITOR],
  ])('a visitor gains nothing with %s', (_case, from, expected) => {
    expect(visitor(from)).toBe(expected);
  });

  test.each<[string, string[]]>([
    ['nothing', []],
    ['an empty header', ['']],
    ['“unknown”', ['unknown']],
    ['an obfuscated name', ['_hidden']],
    ['a host name', ['visitor.example']],
    ['an address with too many parts', ['203.0.113.9.1']],
    ['an octal address', ['0313.0.0161.9']],
    ['a short address', ['127.1']],
    ['an address with a broken port', ['203.0.113.9:']],
    ['an address that is far too long', ['2001:db8:'.repeat(800)]],
    ['brackets that do not close', ['[2001:db8::7']],
    ['an address and then nothing', [`${VISITOR}, `]],
  ])('of a proxy that says %s, the proxy itself counts', (_case, chain) => {
    expect(visitor({ chain })).toBe('10.0.0.1');
  });

  test('garbage between two proxies ends the chain at the one that wrote it', () => {
    expect(visitor({ chain: [`${VISITOR}, garbage, 10.0.0.2`] })).toBe('10.0.0.2');
  });

  test('where all are proxies, the first of them has asked', () => {
    expect(visitor({ chain: ['10.0.0.3, 10.0.0.2'] })).toBe('10.0.0.3');
  });

  test.each<[string, string[] | null]>([
    ['nobody named any', null],
    ['the list is empty', []],
    ['others are', ['192.168.0.0/16']],
  ])('not even this computer is a proxy when %s', (_case, proxies) => {
    expect(addressOf({ chain: [FORGED] }, '', proxies)).toBe('127.0.0.1');
  });

  test('through our own tunnel Cloudflare has the word, whatever else is trusted', () => {
    const from = { marks: [CONNECTOR], clients: [VISITOR], chain: [FORGED] };
    expect(addressOf(from, CONNECTOR, PROXIES)).toBe(VISITOR);
    expect(addressOf({ ...from, clients: [] }, CONNECTOR, PROXIES)).toBe('127.0.0.1');
  });
});
