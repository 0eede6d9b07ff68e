import { describe, expect, test } from 'vitest';
import type { AttemptNote } from '../doctor-ports.ts';
import { createConnectionAttempts } from './attempts.ts';

const START = Date.parse('2026-11-21T12:00:00.000Z');
const CLAUDE_ID = 'https://claude.ai/oauth/mcp-oauth-client-metadata';

/** Attempts that are watched, and programs and browsers that come. */
function watch() {
  let now = START;
  let told = 0;
  const attempts = createConnectionAttempts({
    clock: { now: () => now, monotonic: () => now },
    probes: { isProbe: ({ headers }) => headers['x-commonplace-check'] !== undefined },
    addressOf: ({ socket }) => socket.remoteAddress ?? '',
    onNote: () => {
      told += 1;
    },
  });
  const from =
    (userAgent: string, remoteAddress: string, headers = {}) =>
    (step: AttemptNote['step'], more: Partial<AttemptNote> = {}) =>
      attempts.note({
        step,
        address: 'https://kb.example.com',
        request: {
          headers: { 'user-agent': userAgent, ...headers },
          rawHeaders: [],
          socket: { remoteAddress },
        },
        ...more,
      });
  return {
    claude: from('Claude-User/1.0', '160.79.104.10'),
    browser: from('Mozilla/5.0 (X11)', '203.0.113.7'),
    doctor: from('Commonplace-Doctor/1', '127.0.0.1', { 'x-commonplace-check': 'a.1' }),
    steps: () => attempts.list().map((attempt) => attempt.steps.map(({ step }) => step).join(' ')),
    pass: (minutes: number) => {
      now += minutes * 60_000;
    },
    told: () => told,
  };
}

describe('attempts to connect', () => {
  test('a program that need not register is one with the browser that it opens', () => {
    const { claude, browser, steps } = watch();
    const known = { clientId: CLAUDE_ID, name: 'Claude' };
    claude('discovered');
    claude('called_without_token');
    browser('asked', known);
    browser('signed_in', known);
    browser('allowed', known);
    claude('token_issued', known);
    claude('called', known);
    expect(steps()).toEqual(['discovered asked signed_in allowed token_issued called']);
  });

  test('a call with another token than was given is told; without one before, it is anybody’s', () => {
    const { claude, browser, steps } = watch();
    claude('called_with_other_token');
    claude('discovered');
    claude('called_with_other_token');
    expect(steps()).toEqual(['discovered']);
    const known = { clientId: CLAUDE_ID, name: 'Claude' };
    browser('asked', known);
    claude('token_issued', known);
    claude('called_with_other_token');
    claude('called_with_other_token');
    expect(steps()).toEqual(['discovered asked token_issued called_with_other_token']);
  });

  test('a call without a token after a token was given is a lost header', () => {
    const { claude, browser, steps } = watch();
    const known = { clientId: CLAUDE_ID, name: 'Claude' };
    claude('discovered');
    browser('asked', known);
    claude('token_issued', known);
    claude('called_without_token');
    expect(steps()).toEqual(['discovered asked token_issued called_without_token']);
  });

  test('whoever is connected and asks again is another attempt', () => {
    const { claude, browser, steps } = watch();
    const known = { clientId: CLAUDE_ID, name: 'Claude' };
    browser('asked', known);
    claude('token_issued', known);
    claude('called', known);
    browser('asked', known);
    expect(steps()).toEqual(['asked', 'asked token_issued called']);
  });

  test('what comes a quarter of an hour later belongs to another one', () => {
    const { claude, steps, pass } = watch();
    claude('registered', { clientId: 'one', name: 'Claude' });
    pass(16);
    claude('failed', { clientId: 'one', detail: 'invalid_client' });
    expect(steps()).toEqual(['failed', 'registered']);
  });

  test('calls of an app that was let in long ago, and the doctor’s own requests, are none', () => {
    const { claude, doctor, steps, told } = watch();
    claude('called', { clientId: 'old', name: 'Claude' });
    doctor('registered', { clientId: 'check' });
    expect(steps()).toEqual([]);
    expect(told()).toBe(0);
  });

  test('nobody is told of what says nothing new', () => {
    const { claude, told } = watch();
    claude('discovered');
    claude('discovered');
    claude('registered', { clientId: 'one' });
    claude('registered', { clientId: 'one' });
    expect(told()).toBe(2);
  });
});
