import { describe, expect, it } from 'vitest';
import { tunnelWords, type PublicAccess } from './tunnel-words.ts';

const SINCE = '2026-03-01T09:00:00.000Z';
const access = (tunnel: PublicAccess['tunnel'], more: Partial<PublicAccess> = {}) => ({
  tunnel,
  url: null,
  problem: null,
  ...more,
});

describe('what the first run says of the trial address', () => {
  it.each<[PublicAccess['tunnel'], string]>([
    [{ state: 'off' }, 'Getting an address…'],
    [{ state: 'starting' }, 'Getting an address…'],
    [{ state: 'connecting', since: SINCE }, 'Getting an address…'],
    [{ state: 'degraded', since: SINCE, reason: 'It is slow.', hint: 'Wait.' }, 'It is slow.'],
    [{ state: 'backing_off', until: SINCE, attempt: 2, reason: 'No network.' }, 'No network.'],
    [{ state: 'failed', reason: 'cloudflared is missing.', hint: 'Install it.' }, 'cloudflared is missing.'],
  ])('%j: %s', (tunnel, title) => {
    expect(tunnelWords(access(tunnel)).title).toBe(title);
  });

  it('says online once there is an address, and not before', () => {
    const online = { state: 'online', since: SINCE, connections: 4, protocol: 'quic' } as const;
    expect(tunnelWords(access(online)).title).toBe('Getting an address…');
    expect(tunnelWords(access(online, { url: 'https://a.example' })).title).toBe('Online.');
  });

  it('“Tunnel fails: everything local still works” is said with every failure', () => {
    for (const tunnel of [
      { state: 'failed', reason: 'r', hint: 'h' },
      { state: 'backing_off', until: SINCE, attempt: 1, reason: 'r' },
    ] as const)
      expect(tunnelWords(access(tunnel)).hint).toContain('Everything on this computer works all the same.');
    const problem = { reason: 'No token.', hint: 'Paste it.' };
    expect(tunnelWords(access({ state: 'off' }, { problem }))).toEqual({
      title: 'No token.',
      hint: 'Paste it. Everything on this computer works all the same.',
    });
  });
});
