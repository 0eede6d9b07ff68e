import { describe, expect, it } from 'vitest';
import { createMovableTime } from '../../test/tunnel/movable-time.ts';
import type { Obstacle } from '../tunnel/obstacle.ts';
import type { ProbeTarget } from '../tunnel/probe.ts';
import { createAddressWatch } from './address-watch.ts';

const KB = { url: 'https://kb.example.com', port: 7420 };
const UNKNOWN = { reason: 'The name kb.example.com is not found (DNS).', hint: 'Add it.' };
const UNCHECKED = { checked_at: null, obstacle: null };

/** A watch whose address answers what the test says. */
function watching() {
  const time = createMovableTime();
  const asked: ProbeTarget[] = [];
  let answer: Obstacle | null = UNKNOWN;
  let told = 0;
  const probe = async (target: ProbeTarget) => {
    asked.push(target);
    return answer;
  };
  const watch = createAddressWatch({ probe, instanceId: 'ins_ours', time }, () => (told += 1));
  return {
    watch,
    time,
    asked,
    told: () => told,
    answerWith: (next: Obstacle | null) => {
      answer = next;
    },
  };
}

describe('whether an own domain leads here', () => {
  it('"An unproven address": nobody has checked it when it is set, and it is checked soon after by itself', async () => {
    const { watch, time, asked, told } = watching();
    watch.follow(KB);
    expect(watch.proof).toEqual(UNCHECKED);
    await time.advance(2_000);
    expect(asked).toEqual([{ publicUrl: KB.url, instanceId: 'ins_ours', port: 7420, through: 'proxy' }]);
    expect(watch.proof).toEqual({ checked_at: '2026-03-01T09:00:01.000Z', obstacle: UNKNOWN });
    expect(told()).toBe(1);
  });

  it('is proven once this workspace has answered there, and no longer when it does not any more', async () => {
    const { watch, time, answerWith } = watching();
    watch.follow(KB);
    await time.advance(2_000);
    answerWith(null);
    await time.advance(30_000);
    expect(watch.proof).toMatchObject({ obstacle: null, checked_at: '2026-03-01T09:00:31.000Z' });
    answerWith(UNKNOWN);
    await time.advance(300_000);
    expect(watch.proof?.obstacle).toEqual(UNKNOWN);
  });

  it('is asked at once when somebody else has found something out', async () => {
    const { watch, time, asked, answerWith } = watching();
    answerWith(null);
    watch.follow(KB);
    await time.advance(2_000);
    answerWith(UNKNOWN);
    watch.lookAgain();
    await time.advance(1);
    expect(asked).toHaveLength(2);
    expect(watch.proof?.obstacle).toEqual(UNKNOWN);
  });

  it('another address begins unchecked; the same one again changes nothing', async () => {
    const { watch, time, answerWith } = watching();
    answerWith(null);
    watch.follow(KB);
    await time.advance(2_000);
    watch.follow({ ...KB });
    expect(watch.proof?.checked_at).not.toBeNull();
    watch.follow({ ...KB, url: 'https://other.example.com' });
    expect(watch.proof).toEqual(UNCHECKED);
    watch.follow(null);
    expect(watch.proof).toBeNull();
  });

  it('closed, it asks nobody any more', async () => {
    const { watch, time, asked } = watching();
    watch.follow(KB);
    watch.close();
    watch.lookAgain();
    await time.advance(60_000);
    expect(asked).toEqual([]);
  });
});

describe('an own domain that this computer cannot reach, as behind a router without loopback (hairpin NAT)', () => {
  const SILENT: Obstacle = {
    reason: 'kb.example.com does not answer in time.',
    hint: 'Check it.',
    isMaybeInside: true,
  };

  async function hinted() {
    const world = watching();
    world.watch.follow(KB);
    world.answerWith(SILENT);
    await world.time.advance(2_000);
    const hint = world.watch.proof?.obstacle?.hint ?? '';
    const [, word = ''] =
      /open https:\/\/kb\.example\.com\/healthz\?nonce=(\w{8}) on a phone/.exec(hint) ?? [];
    expect(word).not.toBe('');
    return { ...world, word };
  }

  it('says how others may reach it all the same, and is green once somebody came to it with the word', async () => {
    const { watch, word, told } = await hinted();
    expect(watch.proof?.obstacle).toEqual({
      reason: SILENT.reason,
      hint: expect.stringMatching(/^Check it\. Some routers /),
    });
    const before = told();
    watch.visited('kb.example.com', 'otherone');
    watch.visited('192.168.1.5:7420', word);
    expect(watch.proof?.obstacle).not.toBeNull();
    expect(told()).toBe(before);
    watch.visited('kb.example.com', word);
    expect(watch.proof).toEqual({ checked_at: '2026-03-01T09:00:02.000Z', obstacle: null });
    expect(told()).toBe(before + 1);
  });

  it('stays green for a week, as of the visit, while this computer finds nothing else than before', async () => {
    const { watch, word, time } = await hinted();
    watch.visited('kb.example.com', word);
    const visited = { checked_at: '2026-03-01T09:00:02.000Z', obstacle: null };
    await time.advance(600_000);
    expect(watch.proof).toEqual(visited);
    await time.advance(7 * 24 * 3_600_000);
    expect(watch.proof?.obstacle?.reason).toBe(SILENT.reason);
  });

  it('is green no longer once this computer finds out otherwise, and after another address was set', async () => {
    const { watch, word, time, answerWith } = await hinted();
    watch.visited('kb.example.com', word);
    answerWith(UNKNOWN);
    await time.advance(300_000);
    expect(watch.proof?.obstacle).toEqual(UNKNOWN);
    answerWith(SILENT);
    await time.advance(30_000);
    expect(watch.proof?.obstacle?.reason).toBe(SILENT.reason);
    watch.follow({ ...KB, url: 'https://other.example.com' });
    watch.visited('other.example.com', word);
    expect(watch.proof).toEqual(UNCHECKED);
  });

  it('is not offered for what no router explains', async () => {
    const { watch, time } = watching();
    watch.follow(KB);
    await time.advance(2_000);
    expect(watch.proof?.obstacle).toEqual(UNKNOWN);
  });
});
