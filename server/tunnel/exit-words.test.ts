import { expect, it } from 'vitest';
import { exitMeaning } from './exit-words.ts';

const exit = (code: number | null, signal: NodeJS.Signals | null = null) => ({ code, signal });

it.each([
  [
    'a rate limit',
    exit(1),
    'quick_tunnel',
    'Error unmarshaling QuickTunnel response: error code: 1015 429 Too Many Requests',
    'too many',
  ],
  [
    'no name server',
    exit(1),
    'quick_tunnel',
    'dial tcp: lookup api.trycloudflare.com: no such host',
    'is this computer online?',
  ],
  [
    'no way out',
    exit(1),
    'named_tunnel',
    'dial udp: connect: network is unreachable',
    'is this computer online?',
  ],
  [
    'somebody reads along',
    exit(1),
    'named_tunnel',
    'x509: certificate signed by unknown authority',
    'wrong certificate',
  ],
  ['no reason that we know', exit(3), 'named_tunnel', 'something new', 'ended with code 3'],
  ['a signal', exit(null, 'SIGSEGV'), 'named_tunnel', '', 'ended by SIGSEGV'],
] as const)('%s passes: it is tried again', (_what, ended, mode, message, words) => {
  const { reason, obstacle } = exitMeaning(ended, mode, [{ message }]);
  expect(reason).toContain(words);
  expect(obstacle).toBeNull();
});

it.each([
  [
    'a token that is none',
    exit(255),
    'named_tunnel',
    'Provided Tunnel token is not valid.',
    'token is not valid',
  ],
  [
    'flags of another version',
    exit(1),
    'named_tunnel',
    'flag provided but not defined: -output',
    'does not understand',
  ],
  [
    'flags of another version, as a trial',
    exit(255),
    'quick_tunnel',
    'Incorrect Usage',
    'does not understand',
  ],
  ['a quarantine', exit(126), 'quick_tunnel', 'Operation not permitted', 'does not let cloudflared run'],
] as const)('%s does not pass: the owner has to do something', (_what, ended, mode, message, words) => {
  const { obstacle } = exitMeaning(ended, mode, [{ message }]);
  expect(obstacle?.reason).toContain(words);
  expect(obstacle?.hint).toMatch(/\.$/);
});

it('only the last words count', () => {
  const old = { message: 'network is unreachable' };
  const since = Array.from({ length: 20 }, () => ({ message: 'fine' }));
  expect(exitMeaning(exit(1), 'named_tunnel', [old, ...since]).reason).toContain('ended with code 1');
});
