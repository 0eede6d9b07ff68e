import { describe, expect, test } from 'vitest';
import type { AttemptStep, ConnectionAttempt } from '../domain/connection-attempt.ts';
import { MEMBERS_WAIT_MS, nextLook, STRANGERS_WAIT_MS, type LookFacts } from './next-look.ts';

const NOW = Date.parse('2026-11-21T14:00:00.000Z');
const MINUTE_MS = 60_000;
const BASE = 'https://kb.example.com';
const at = (minutesAgo: number) => new Date(NOW - minutesAgo * MINUTE_MS).toISOString();

let made = 0;
/** An attempt that came so far, its last step so many minutes ago. */
function attempt(steps: AttemptStep[], minutesAgo: number, more: Partial<ConnectionAttempt> = {}) {
  made += 1;
  return {
    id: `attempt-${made}`,
    client: 'Claude',
    program: 'Claude-User',
    ip: '160.79.104.10',
    address: BASE,
    started_at: at(minutesAgo),
    steps: steps.map((step) => ({ step, at: at(minutesAgo), detail: null })),
    ...more,
  };
}
const GOT_TOKEN: AttemptStep[] = [
  'discovered',
  'registered',
  'asked',
  'signed_in',
  'allowed',
  'token_issued',
];

const decide = (attempts: ConnectionAttempt[], facts: Partial<LookFacts> = {}) =>
  nextLook({
    attempts,
    now: NOW,
    publicUrl: BASE,
    last: null,
    isRunning: false,
    sinceCheck: { members: Infinity, strangers: Infinity },
    ...facts,
  });
const NOTHING = { kind: 'wait', milliseconds: null };

describe('when the server looks by itself for what keeps programs out', () => {
  test.each<[string, AttemptStep[], number]>([
    ['got its token and did not call for two minutes', GOT_TOKEN, 2],
    ['called, and its token had been lost on the way', [...GOT_TOKEN, 'called_without_token'], 0],
    ['called with another token than it was given', [...GOT_TOKEN, 'called_with_other_token'], 0],
    ['was allowed and did not fetch its token', ['registered', 'asked', 'signed_in', 'allowed'], 2],
    ['was refused when it wanted its token', ['asked', 'signed_in', 'allowed', 'failed'], 0],
  ])('at once, when one that a member let in %s', (_what, steps, minutes) => {
    expect(decide([attempt(steps, minutes)])).toEqual({ kind: 'check', circle: 'members' });
  });

  test.each<[string, AttemptStep[], number]>([
    ['only found the workspace', ['discovered'], 2],
    ['registered, and opened no page', ['discovered', 'registered'], 2],
    ['was refused, e.g. for its redirect', ['discovered', 'failed'], 0],
    ['was left alone at the sign-in page', ['registered', 'asked'], 10],
  ])('more rarely when nobody signed in, and it %s', (_what, steps, minutes) => {
    expect(decide([attempt(steps, minutes)])).toEqual({ kind: 'check', circle: 'strangers' });
  });

  test.each<[string, ConnectionAttempt[], Partial<LookFacts>]>([
    ['nobody tries', [], {}],
    ['one is connected', [attempt([...GOT_TOKEN, 'called'], 30)], {}],
    ['somebody said no', [attempt(['registered', 'asked', 'signed_in', 'denied'], 30)], {}],
    ['public access is off or paused', [attempt(GOT_TOKEN, 5)], { publicUrl: null }],
    ['it was tried on this computer', [attempt(GOT_TOKEN, 5, { address: 'http://127.0.0.1:7420' })], {}],
    ['the address is another one by now', [attempt(GOT_TOKEN, 5, { address: 'https://old.example' })], {}],
    ['a check goes on: its end is told', [attempt(GOT_TOKEN, 5)], { isRunning: true }],
  ])('never while %s', (_when, attempts, facts) => {
    expect(decide(attempts, facts)).toEqual(NOTHING);
  });

  test('of attempts that go on, the first that would break off is waited for', () => {
    const minutes = (count: number) => ({ kind: 'wait', milliseconds: count * MINUTE_MS });
    expect(decide([attempt(GOT_TOKEN, 0.5)])).toEqual(minutes(1.5));
    expect(decide([attempt(['registered', 'asked'], 4)])).toEqual(minutes(6));
    expect(decide([attempt(['registered', 'asked'], 4), attempt(GOT_TOKEN, 1)])).toEqual(minutes(1));
  });

  test('"not more than once per N minutes": the next one waits for its turn', () => {
    const members = { sinceCheck: { members: 3 * MINUTE_MS, strangers: Infinity } };
    expect(decide([attempt(GOT_TOKEN, 2)], members)).toEqual({
      kind: 'wait',
      milliseconds: MEMBERS_WAIT_MS - 3 * MINUTE_MS,
    });
    const due = { sinceCheck: { members: MEMBERS_WAIT_MS, strangers: Infinity } };
    expect(decide([attempt(GOT_TOKEN, 2)], due)).toEqual({ kind: 'check', circle: 'members' });
  });

  test('however much strangers ask for, there is one check an hour, and it keeps nobody else’s from being made', () => {
    const crowd = Array.from({ length: 20 }, () => attempt(['discovered'], 5));
    const facts = { sinceCheck: { members: Infinity, strangers: 20 * MINUTE_MS } };
    expect(decide(crowd, facts)).toEqual({
      kind: 'wait',
      milliseconds: STRANGERS_WAIT_MS - 20 * MINUTE_MS,
    });
    expect(decide([...crowd, attempt(GOT_TOKEN, 3)], facts)).toEqual({ kind: 'check', circle: 'members' });
  });

  test('a clock that was set back by weeks has it look again within the hour', () => {
    const weeks = -60 * 24 * 60;
    expect(decide([attempt(['asked'], weeks)])).toEqual({ kind: 'wait', milliseconds: STRANGERS_WAIT_MS });
  });

  test('a check that was made since, whoever asked for it, is taken as the answer for all that it explains', () => {
    const stranger = attempt(['discovered'], 6);
    const known = attempt(GOT_TOKEN, 8);
    const later = attempt(GOT_TOKEN, 3);
    const last = { address: BASE, started_at: at(4) };
    expect(decide([later, stranger, known], { last })).toEqual({
      kind: 'conclude',
      attempts: [known, stranger],
    });
    const elsewhere = { address: 'https://other.example', started_at: at(1) };
    expect(decide([known], { last: elsewhere })).toEqual({ kind: 'check', circle: 'members' });
    expect(decide([later], { last })).toEqual({ kind: 'check', circle: 'members' });
  });
});
