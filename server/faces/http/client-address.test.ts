import { describe, expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

const CONNECTOR = '7f9a2f0c-5d3a-4b0e-9c55-1d1b1e2f3a4b';

interface From {
  peer?: string;
  /** `Cf-Warp-Tag-Id`: one header a value. */
  marks?: string[];
  /** `CF-Connecting-IP`: one header a value. */
  clients?: string[];
  more?: Record<string, string>;
}

function addressOf(
  { peer = '127.0.0.1', marks = [], clients = [], more = {} }: From,
  connectorId = CONNECTOR,
) {
  const headers = [
    ...marks.map((value) => ['Cf-Warp-Tag-Id', value]),
    ...clients.map((value) => ['CF-Connecting-IP', value]),
    ...Object.entries(more),
  ];
  const req = { rawHeaders: headers.flat(), headers: {}, socket: { remoteAddress: peer } };
  return clientAddress(req, connectorId === '' ? null : connectorId);
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
