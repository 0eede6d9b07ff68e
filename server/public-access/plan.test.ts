import { describe, expect, it } from 'vitest';
import { planOf, type PlanFacts } from './plan.ts';

const DOMAIN = 'kb.example.com';

function plan(parts: Partial<PlanFacts>) {
  return planOf({
    baseUrl: null,
    settings: { public_access: 'off', public_domain: '' },
    token: null,
    port: 7420,
    isOnLoopback: true,
    isPortMoved: false,
    isPaused: false,
    ...parts,
  });
}

const settings = (public_access: PlanFacts['settings']['public_access'], public_domain = '') => ({
  settings: { public_access, public_domain },
});

describe('what settings, token and command line together mean', () => {
  it('off: nothing is public, nothing is run', () => {
    expect(plan(settings('off', DOMAIN))).toMatchObject({ fixedUrl: null, order: null, problem: null });
  });

  it('a trial: the tunnel is ordered, and no address is known before it says one', () => {
    expect(plan(settings('quick_tunnel', DOMAIN))).toMatchObject({
      fixedUrl: null,
      order: { mode: 'quick_tunnel', port: 7420 },
      problem: null,
    });
  });

  it('a named tunnel: its address is fixed from the start', () => {
    expect(plan({ ...settings('named_tunnel', DOMAIN), token: 'secret' })).toMatchObject({
      fixedUrl: `https://${DOMAIN}`,
      order: { mode: 'named_tunnel', port: 7420, hostname: DOMAIN, token: 'secret' },
      problem: null,
    });
  });

  it('a named tunnel without a token: nothing is run, and the owner is told what is missing', () => {
    expect(plan(settings('named_tunnel', DOMAIN))).toMatchObject({
      fixedUrl: `https://${DOMAIN}`,
      order: null,
      problem: { reason: 'The tunnel’s token is missing.' },
    });
  });

  it.each(['named_tunnel', 'own_domain'] as const)('%s without a domain: the owner is told so', (mode) => {
    expect(plan({ ...settings(mode), token: 'secret' })).toMatchObject({
      fixedUrl: null,
      order: null,
      problem: { reason: 'No domain is set.' },
    });
  });

  it('an own domain: its address is fixed, and no program is run', () => {
    expect(plan({ ...settings('own_domain', DOMAIN), token: 'secret' })).toMatchObject({
      fixedUrl: `https://${DOMAIN}`,
      order: null,
      problem: null,
    });
  });

  it('paused: the program is ended; where everything is advertised does not change', () => {
    expect(plan({ ...settings('quick_tunnel'), isPaused: true }).order).toBeNull();
    expect(plan({ ...settings('named_tunnel', DOMAIN), token: 'secret', isPaused: true })).toMatchObject({
      fixedUrl: `https://${DOMAIN}`,
      order: null,
    });
  });

  it('a server on one address of the network only: no tunnel reaches it, and the owner is told so', () => {
    expect(plan({ ...settings('quick_tunnel'), isOnLoopback: false })).toMatchObject({
      order: null,
      problem: { hint: 'Start Commonplace without --host, or with --host 0.0.0.0.' },
    });
    expect(plan({ ...settings('own_domain', DOMAIN), isOnLoopback: false }).problem).toBeNull();
  });

  it('a named tunnel whose port another program has: it is not led there, and the owner is told so', () => {
    const moved = { token: 'secret', isPortMoved: true };
    expect(plan({ ...settings('named_tunnel', DOMAIN), ...moved })).toMatchObject({
      fixedUrl: `https://${DOMAIN}`,
      order: null,
      problem: { reason: 'Another program has the port that the tunnel leads to.' },
    });
    // A trial is led to wherever the listener is.
    expect(plan({ ...settings('quick_tunnel'), ...moved })).toMatchObject({ problem: null });
  });

  it('before the public listener is open, no tunnel is led to it', () => {
    expect(plan({ ...settings('quick_tunnel'), port: null }).order).toBeNull();
  });

  it('"--base-url wins": no tunnel is run, whatever the settings say', () => {
    const given = { ...settings('named_tunnel', DOMAIN), token: 'secret', baseUrl: 'https://other.example' };
    expect(plan(given)).toEqual({
      mode: 'own_domain',
      source: 'command_line',
      fixedUrl: 'https://other.example',
      order: null,
      problem: null,
      isPaused: false,
    });
  });

  it('a pause holds back whatever would be public, and is none of what is off', () => {
    const paused = { isPaused: true };
    expect(plan({ ...settings('quick_tunnel'), ...paused })).toMatchObject({ order: null, isPaused: true });
    expect(plan({ ...settings('own_domain', DOMAIN), ...paused })).toMatchObject({ isPaused: true });
    expect(plan({ baseUrl: 'https://other.example', ...paused })).toMatchObject({ isPaused: true });
    expect(plan({ ...settings('off'), ...paused })).toMatchObject({ isPaused: false });
  });
});
