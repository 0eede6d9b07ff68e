import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../test/builders/workspace.ts';
import { createNoPublicAccess } from '../../test/fakes/no-public-access.ts';
import { createMovableTime, type MovableTime } from '../../test/tunnel/movable-time.ts';
import type { AttemptStep, ConnectionAttempt } from '../domain/connection-attempt.ts';
import type { AttemptCheck, Diagnosis, Finding } from '../domain/diagnosis.ts';
import { listNotifications } from '../operations/notifications/list.ts';
import { markNotificationsRead } from '../operations/notifications/mark-read.ts';
import { followAttempts, type AttemptFollower } from './follow-attempts.ts';
import { MEMBERS_WAIT_MS, STRANGERS_WAIT_MS } from './next-look.ts';

const BASE = 'https://kb.example.com';
const MINUTE_MS = 60_000;
const BOT_RULE: Finding = {
  id: 'user_agents',
  group: 'handshake',
  title: 'Bot rules',
  status: 'red',
  finding: 'A bot rule.',
  fix: 'Switch it off.',
  took_ms: 1,
};

let workspace: TestWorkspace;
let time: MovableTime;
let attempts: ConnectionAttempt[];
let follower: AttemptFollower;
/** How often the doctor was asked, and what lets it answer when that is held back. */
let runs: number;
let rows: Finding[];
let release: (() => void) | null;
let isHeld: boolean;

beforeEach(() => {
  workspace = buildWorkspace();
  workspace.addUser('admin', 'second');
  time = createMovableTime();
  [attempts, runs, rows, release, isHeld] = [[], 0, [BOT_RULE], null, false];
  const { services } = workspace;
  let [last, current]: (Diagnosis | null)[] = [null, null];
  let check: AttemptCheck | null = null;
  const stamp = () => new Date(time.now()).toISOString();
  const doctor: typeof services.doctor = {
    ...services.doctor,
    attempts: { note: () => undefined, list: () => attempts },
    get last() {
      return last ?? null;
    },
    get current() {
      return current ?? null;
    },
    get attemptCheck() {
      return check;
    },
    keepAttemptCheck(found) {
      check = found;
      services.topics.announce('diagnostics');
    },
    async examine(_services, { address }) {
      runs += 1;
      const begun = {
        address,
        was_paused: false,
        started_at: stamp(),
        finished_at: null,
        rows: [],
        total: 1,
      };
      current = begun;
      services.topics.announce('diagnostics');
      if (isHeld) await new Promise<void>((resolve) => (release = resolve));
      current = null;
      last = { ...begun, finished_at: stamp(), rows };
      services.topics.announce('diagnostics');
      return last;
    },
  };
  const publicAccess = createNoPublicAccess(services.store, BASE);
  Object.assign(services, { doctor, publicAccess, clock: time });
  follower = followAttempts(services, time);
  onTestFinished(() => follower.close());
});

let made = 0;
/** A program does something; it stays the newest until the next one comes. */
async function attempt(steps: AttemptStep[], client = 'Claude'): Promise<void> {
  made += 1;
  await time.advance(1);
  const at = new Date(time.now()).toISOString();
  const begun = { id: `attempt-${made}`, client, program: null, ip: null, address: BASE, started_at: at };
  attempts = [{ ...begun, steps: steps.map((step) => ({ step, at, detail: null })) }, ...attempts];
  workspace.services.topics.announce('diagnostics');
}
const GOT_TOKEN: AttemptStep[] = ['registered', 'asked', 'signed_in', 'allowed', 'token_issued'];
const lines = async (username: string) => (await workspace.as(username, listNotifications, {})).items;

describe('attempts that broke off are looked into by the server itself', () => {
  test('two minutes after the last step, once, and every admin reads the cause', async () => {
    await attempt(GOT_TOKEN);
    await time.advance(2 * MINUTE_MS - 1);
    expect(runs).toBe(0);
    await time.advance(1);
    expect(runs).toBe(1);
    for (const username of ['admin', 'second'])
      expect(await lines(username)).toMatchObject([
        { kind: 'connection_failed', subject: 'Claude', cause: 'A bot rule.' },
      ]);
    expect(await lines('approver')).toEqual([]);
    expect(workspace.services.doctor.attemptCheck).toMatchObject({
      attempt: { name: 'Claude' },
      cause: BOT_RULE,
    });
    await time.advance(3 * STRANGERS_WAIT_MS);
    expect(runs).toBe(1);
  });

  test('one check for several, not another one before its turn, and no line for what is still unread', async () => {
    await attempt(GOT_TOKEN);
    await attempt(GOT_TOKEN, 'ChatGPT');
    await time.advance(2 * MINUTE_MS);
    await attempt(GOT_TOKEN, 'Cursor');
    await time.advance(MEMBERS_WAIT_MS - MINUTE_MS);
    expect(runs).toBe(1);
    await time.advance(MINUTE_MS);
    expect(runs).toBe(2);
    expect(workspace.services.doctor.attemptCheck?.attempt.name).toBe('Cursor');
    expect(await lines('admin')).toHaveLength(1);
  });

  test('a cause that was read is told again after a member’s attempt, but once a day after strangers’', async () => {
    await attempt(['discovered'], 'Scanner');
    await time.advance(2 * MINUTE_MS);
    await workspace.as('admin', markNotificationsRead, {});
    await attempt(['discovered'], 'Scanner');
    await time.advance(2 * STRANGERS_WAIT_MS);
    expect(runs).toBe(2);
    expect(await lines('admin')).toHaveLength(1);
    await attempt(GOT_TOKEN);
    await time.advance(2 * MINUTE_MS);
    expect((await lines('admin')).map(({ subject }) => subject)).toEqual(['Claude', 'Scanner']);
  });

  test('what is only to look at, or is wrong with the data, keeps no program out', async () => {
    rows = [
      { ...BOT_RULE, status: 'amber' },
      { ...BOT_RULE, group: 'data' },
    ];
    await attempt(GOT_TOKEN);
    await time.advance(2 * MINUTE_MS);
    expect(workspace.services.doctor.attemptCheck?.cause).toBeNull();
    expect(await lines('admin')).toEqual([]);
  });

  test('attempts that come while the doctor runs may be its own, and begin nothing; a member’s is nobody’s but theirs', async () => {
    isHeld = true;
    await attempt(GOT_TOKEN);
    await time.advance(2 * MINUTE_MS);
    await attempt(['discovered', 'registered'], 'Made by a check');
    isHeld = false;
    release?.();
    await time.advance(3 * STRANGERS_WAIT_MS);
    expect(runs).toBe(1);
    isHeld = true;
    await attempt(GOT_TOKEN);
    await time.advance(2 * MINUTE_MS);
    await attempt(GOT_TOKEN, 'Cursor');
    isHeld = false;
    release?.();
    await time.advance(MEMBERS_WAIT_MS);
    expect(runs).toBe(3);
  });

  test('closed during a check, it says nothing, and no alarm begins another', async () => {
    isHeld = true;
    await attempt(GOT_TOKEN);
    await time.advance(2 * MINUTE_MS);
    const closed = follower.close();
    release?.();
    await closed;
    await attempt(GOT_TOKEN);
    await time.advance(STRANGERS_WAIT_MS);
    expect(runs).toBe(1);
    expect(await lines('admin')).toEqual([]);
  });
});
