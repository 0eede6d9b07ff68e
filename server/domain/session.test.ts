import { describe, expect, test } from 'vitest';
import { isStanding, type Session } from './session.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-01T09:00:00.000Z');
const session: Session = {
  id: 'ses_1',
  user_id: 'usr_1',
  listener: 'public',
  secret_hash: '',
  browser_hash: null,
  device: 'Firefox',
  ip: null,
  created_at: '2026-03-01T09:00:00.000Z',
  last_seen_at: '2026-03-01T09:00:00.000Z',
  expires_at: '2026-03-08T09:00:00.000Z',
  ended_at: null,
};

describe('"idle 12 h, absolute 7 d"', () => {
  test.each([
    ['at first', 0, undefined, true],
    ['just below 12 hours without a request', 12 * HOUR - 1, undefined, true],
    ['after 12 hours without a request', 12 * HOUR, undefined, false],
    ['after 13 hours, when it was seen an hour ago', 13 * HOUR, 12 * HOUR, true],
    ['just below 7 days, in use all the time', 7 * 24 * HOUR - 1, 7 * 24 * HOUR - 2, true],
    ['after 7 days, in use all the time', 7 * 24 * HOUR, 7 * 24 * HOUR - 1, false],
  ])('%s', (_when, elapsed, seen, expected) => {
    expect(isStanding(session, START + elapsed, seen === undefined ? undefined : START + seen)).toBe(
      expected,
    );
  });

  test('a session that was ended signs nobody in', () => {
    expect(isStanding({ ...session, ended_at: session.created_at }, START)).toBe(false);
  });
});
