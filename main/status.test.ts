import { describe, expect, it } from 'vitest';
import type { TunnelState } from '../server/domain/tunnel-state.ts';
import { describeAccess } from './status.ts';

const since = '2026-11-21T12:00:00.000Z';

function access(state: TunnelState, more: Partial<Parameters<typeof describeAccess>[0]> = {}) {
  return describeAccess({
    mode: 'named_tunnel',
    source: 'settings',
    isPaused: false,
    problem: null,
    publicUrl: 'https://kb.example.com',
    tunnel: { state },
    ...more,
  });
}

describe('what the tray says of public access', () => {
  it.each<[TunnelState, string, string]>([
    [{ state: 'starting' }, 'starting', 'Public access is being set up'],
    [{ state: 'connecting', since }, 'starting', 'Public access is being set up'],
    [{ state: 'online', since, connections: 4, protocol: 'quic' }, 'public', 'Public at kb.example.com'],
    [{ state: 'degraded', since, reason: 'Nobody answers.', hint: 'Look.' }, 'trouble', 'Nobody answers.'],
    [
      { state: 'backing_off', until: since, attempt: 3, reason: 'It ended.' },
      'trouble',
      'The tunnel is down; it is being tried again',
    ],
    [
      { state: 'failed', reason: 'The token is not valid.', hint: 'Paste it.' },
      'trouble',
      'The token is not valid.',
    ],
  ])('%j: %s, “%s”', (state, word, sentence) => {
    expect(access(state)).toMatchObject({ access: word, sentence });
  });

  it('off: this computer only', () => {
    expect(access({ state: 'off' }, { mode: 'off', publicUrl: null })).toMatchObject({ access: 'private' });
  });

  it('held back by the owner: paused, whatever the tunnel does', () => {
    expect(access({ state: 'off' }, { isPaused: true })).toMatchObject({ access: 'paused' });
  });

  it('without what it needs: what is missing', () => {
    const problem = { reason: 'There is no token.', hint: 'Paste it.' };
    expect(access({ state: 'off' }, { problem })).toMatchObject({ access: 'trouble', trouble: problem });
  });

  it('with an address from the command line: public there', () => {
    expect(access({ state: 'off' }, { mode: 'off', source: 'command_line' })).toMatchObject({
      access: 'public',
      sentence: 'Public at kb.example.com',
    });
  });

  it('a tunnel that is tried again by itself is no reason to call the owner', () => {
    expect(
      access({ state: 'backing_off', until: since, attempt: 1, reason: 'It ended.' }).trouble,
    ).toBeNull();
  });
});
