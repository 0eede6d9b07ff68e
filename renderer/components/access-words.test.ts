import { describe, expect, it } from 'vitest';
import { standingOf, type PublicAccess } from './access-words.ts';

const AT = '2026-03-01T09:00:00.000Z';
const ONLINE = { state: 'online', since: AT, connections: 4, protocol: 'quic' } as const;
const DOMAIN = 'https://kb.example.com';
const OWN = { mode: 'own_domain', tunnel: { state: 'off' } } as const;

function access(parts: Partial<PublicAccess>): PublicAccess {
  return {
    mode: 'named_tunnel',
    source: 'settings',
    url: DOMAIN,
    connector_url: `${DOMAIN}/api/mcp`,
    domain: 'kb.example.com',
    has_token: true,
    is_paused: false,
    problem: null,
    proof: null,
    tunnel: ONLINE,
    log: [],
    port: 7420,
    service: 'http://localhost:7420',
    port_check: null,
    apps_to_renew: [],
    ...parts,
  };
}

describe('how public access stands, in a sentence and a colour', () => {
  it.each<[string, Partial<PublicAccess>, string, RegExp]>([
    ['off', { mode: 'off', url: null, tunnel: { state: 'off' } }, 'off', /not on the internet/],
    ['paused', { is_paused: true }, 'off', /paused/],
    ['no token', { problem: { reason: 'No token.', hint: 'Paste it.' } }, 'bad', /^No token\.$/],
    ['starting', { tunnel: { state: 'starting' } }, 'waiting', /starts/],
    ['ordered, and not started yet', { tunnel: { state: 'off' } }, 'waiting', /starts/],
    ['connecting', { tunnel: { state: 'connecting', since: AT } }, 'waiting', /Connecting to Cloudflare/],
    ['online', {}, 'good', /^Others reach the workspace at kb\.example\.com$/],
    [
      'degraded',
      { tunnel: { state: 'degraded', since: AT, reason: 'Wrong port.', hint: 'Mend it.' } },
      'warning',
      /^Wrong port\.$/,
    ],
    [
      'backing off',
      { tunnel: { state: 'backing_off', until: AT, attempt: 2, reason: 'No network.' } },
      'warning',
      /tries again by itself/,
    ],
    ['failed', { tunnel: { state: 'failed', reason: 'Refused.', hint: 'New token.' } }, 'bad', /^Refused\.$/],
    [
      'own domain, just typed',
      { ...OWN, proof: { checked_at: null, obstacle: null } },
      'warning',
      /^kb\.example\.com is not checked yet$/,
    ],
    [
      'own domain that no name server knows',
      {
        ...OWN,
        proof: { checked_at: AT, obstacle: { reason: 'The name is not found (DNS).', hint: 'Add it.' } },
      },
      'warning',
      /^kb\.example\.com could not be reached: the name is not found \(DNS\)\.$/,
    ],
    [
      'own domain at which this workspace answered',
      { ...OWN, proof: { checked_at: AT, obstacle: null } },
      'good',
      /^Others reach the workspace at kb\.example\.com$/,
    ],
  ])('%s', (_case, parts, light, title) => {
    const standing = standingOf(access(parts));
    expect(standing.light).toBe(light);
    expect(standing.title).toMatch(title);
    expect(standing.detail).not.toBe('');
  });

  it('names how the tunnel is connected, and since when', () => {
    expect(standingOf(access({}))).toMatchObject({
      detail: 'Through Cloudflare, 4 connections over QUIC.',
      moment: { words: 'Connected', at: AT },
    });
    const one = { ...ONLINE, connections: 1, protocol: 'http2' } as const;
    expect(standingOf(access({ tunnel: one })).detail).toBe(
      'Through Cloudflare, one connection over HTTP/2.',
    );
    const unknown = { ...ONLINE, protocol: 'unknown' } as const;
    expect(standingOf(access({ tunnel: unknown })).detail).toBe('Through Cloudflare, 4 connections.');
  });

  it('says of an own domain what the proxy has to do, and who decided it', () => {
    const own = access({ mode: 'own_domain', tunnel: { state: 'off' } });
    expect(standingOf(own).detail).toContain('port 7420');
    expect(standingOf({ ...own, source: 'command_line' }).detail).toContain('--base-url');
  });
});
