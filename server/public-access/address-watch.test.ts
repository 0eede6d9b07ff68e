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
