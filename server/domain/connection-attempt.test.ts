import { describe, expect, test } from 'vitest';
import { attemptWords, type AttemptStep, type ConnectionAttempt } from './connection-attempt.ts';

const START = Date.parse('2026-11-21T12:00:00.000Z');

/** Claude, having done these steps a second apart from noon on. */
const claude = (...steps: AttemptStep[]): ConnectionAttempt => ({
  id: 'attempt-1',
  client: 'Claude',
  program: 'Claude-User',
  ip: '203.0.113.7',
  address: 'https://kb.example.com',
  started_at: new Date(START).toISOString(),
  steps: steps.map((step, index) => ({
    step,
    at: new Date(START + index * 1_000).toISOString(),
    detail: null,
  })),
});
const minutesLater = (count: number) => START + count * 60_000 + 30_000;

describe('an attempt to connect, in a sentence', () => {
  test('"got its token; no call has followed for 2 minutes: probably a bot rule"', () => {
    const attempt = claude('discovered', 'registered', 'asked', 'signed_in', 'allowed', 'token_issued');
    expect(attemptWords(attempt, minutesLater(0)).state).toBe('under_way');
    expect(attemptWords(attempt, minutesLater(2))).toMatchObject({
      state: 'stalled',
      sentence:
        'Claude registered, signed in, was allowed and got its token; no call has followed for 2 minutes: probably a bot rule.',
    });
    expect(attemptWords(attempt, minutesLater(2)).hint).toContain('Block AI bots');
  });

  test.each<[AttemptStep[], number, ReturnType<typeof attemptWords>['state'], RegExp]>([
    [['discovered'], 0, 'under_way', /found the workspace and goes on/],
    [['discovered'], 5, 'stalled', /found the workspace and did not go on/],
    [['discovered', 'registered'], 0, 'under_way', /registered and goes on/],
    [['discovered', 'registered'], 5, 'stalled', /opened no sign-in page/],
    [['registered', 'asked'], 5, 'under_way', /waits for somebody at the sign-in page/],
    [['registered', 'asked'], 11, 'stalled', /nobody answered/],
    [['registered', 'asked', 'signed_in'], 5, 'under_way', /at the question whether to allow it/],
    [['registered', 'asked', 'signed_in', 'allowed'], 0, 'under_way', /fetches its token/],
    [['registered', 'asked', 'signed_in', 'allowed'], 3, 'stalled', /did not fetch its token for 3 minutes/],
    [['asked', 'denied'], 0, 'failed', /somebody said no/],
    [['asked', 'allowed', 'token_issued', 'called'], 60, 'connected', /its first call arrived/],
    [['asked', 'token_issued', 'called_without_token'], 0, 'stalled', /Authorization header/],
    [['registered', 'failed'], 0, 'failed', /Claude registered, was refused: its request was not right/],
  ])('%j after %i minutes: %s', (steps, minutes, state, sentence) => {
    const words = attemptWords(claude(...steps), minutesLater(minutes));
    expect(words.state).toBe(state);
    expect(words.sentence).toMatch(sentence);
  });

  test('a program that has not said its name is called by its product', () => {
    const nameless = { ...claude('discovered'), client: null };
    expect(attemptWords(nameless, START).sentence).toBe('Claude-User found the workspace and goes on.');
    expect(attemptWords({ ...nameless, program: null }, START).sentence).toMatch(/^A program found/);
  });
});
