import { describe, expect, it } from 'vitest';
import { createOwnAddresses } from './own-addresses.ts';

describe('whether what connected to an address still finds the workspace there', () => {
  it.each<[string, string | null, string[], boolean]>([
    ['https://kb.example.com', 'https://kb.example.com', [], true],
    ['https://old.example.com', 'https://kb.example.com', ['old.example.com'], false],
    ['http://kb.example.com', 'https://kb.example.com', [], false],
    ['http://127.0.0.1:7420', 'https://kb.example.com', [], false],
    ['http://127.0.0.1:7420', null, [], true],
    ['http://localhost:7420', null, [], true],
    ['http://[::1]:7420', null, [], true],
    ['https://kb.example.com', null, ['KB.example.com'], true],
    ['https://kb.example.com:8443', null, ['kb.example.com'], true],
    ['https://old.example.com', null, ['kb.example.com'], false],
    ['http://203.0.113.7:7420', null, [], false],
    ['no address', null, [], false],
  ])('%s, with the base URL %s and the allowed hosts %j: %s', (address, baseUrl, allowedHosts, expected) => {
    const reach = () => ({ fixedUrl: baseUrl, trialUrl: null });
    expect(createOwnAddresses({ reach, allowedHosts })(address)).toBe(expected);
  });

  it('follows the trial’s address: at the one before, nobody answers any more', () => {
    let trialUrl: string | null = 'https://four-calm-words-here.trycloudflare.com';
    const isOwn = createOwnAddresses({ reach: () => ({ fixedUrl: null, trialUrl }), allowedHosts: [] });
    expect(isOwn('https://four-calm-words-here.trycloudflare.com')).toBe(true);
    expect(isOwn('http://localhost:7420')).toBe(true);
    trialUrl = 'https://other-words-came-now.trycloudflare.com';
    expect(isOwn('https://four-calm-words-here.trycloudflare.com')).toBe(false);
    expect(isOwn(trialUrl)).toBe(true);
  });
});
