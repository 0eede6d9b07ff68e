import { describe, expect, it } from 'vitest';
import type { UploadLink } from '../../domain/upload-link.ts';
import { hasExpired, momentOf, startLifetime } from './lifetime.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-01T09:00:00.000Z');

const link: UploadLink = {
  id: 'upl_one',
  secret_hash: '',
  document_id: 'doc_one',
  space_id: 'spc_one',
  insert: 'append',
  alt: '',
  user_id: 'usr_one',
  client: null,
  credential_id: null,
  created_at: new Date(START).toISOString(),
  expires_at: new Date(START + HOUR).toISOString(),
  failed_attempts: 0,
  attachment_id: null,
  used_at: null,
  revoked_at: null,
};

/** A process whose two clocks a test moves apart. */
function startProcess() {
  const time = { wall: START, monotonic: 5_000.25 };
  const clock = { now: () => time.wall, monotonic: () => time.monotonic };
  return {
    time,
    mint: () => startLifetime(clock, link.id),
    pass: (milliseconds: number) => {
      time.wall += milliseconds;
      time.monotonic += milliseconds;
    },
    isOver: () => hasExpired(clock, link, momentOf(clock)),
    clock,
  };
}

describe('the hour of an upload link', () => {
  it('“3,599,999 accepted, 3,600,000 refused”', () => {
    const { mint, pass, isOver } = startProcess();
    mint();
    pass(HOUR - 1);
    expect(isOver()).toBe(false);
    pass(1);
    expect(isOver()).toBe(true);
  });

  it('“whichever ends first”: a clock that is set back does not lengthen it', () => {
    const { time, mint, pass, isOver } = startProcess();
    mint();
    pass(HOUR / 2);
    time.wall -= HOUR;
    pass(HOUR / 2 - 1);
    expect(isOver()).toBe(false);
    pass(1);
    expect(isOver()).toBe(true);
  });

  it('a clock that is set forward ends it', () => {
    const { time, mint, isOver } = startProcess();
    mint();
    time.wall += HOUR;
    expect(isOver()).toBe(true);
  });

  it('“after a restart the wall clock alone”', () => {
    const before = startProcess();
    before.mint();
    const after = startProcess();
    after.time.wall = START + HOUR - 1;
    expect(after.isOver()).toBe(false);
    after.time.monotonic += 10 * HOUR;
    expect(after.isOver()).toBe(false);
    after.time.wall += 1;
    expect(after.isOver()).toBe(true);
  });

  it('of links that are over is forgotten when others are minted', () => {
    const { clock, pass, mint, isOver, time } = startProcess();
    mint();
    pass(HOUR);
    startLifetime(clock, 'upl_two');
    time.wall = START;
    expect(isOver()).toBe(false);
  });
});
