import { describe, expect, it } from 'vitest';
import { createMovedWorld } from './moved-world.ts';
import { NAMED, QUICK } from './world.ts';

describe('an order that cannot be carried out', () => {
  it('is said and logged, starts no second program, and does not keep those behind it from being carried out', async () => {
    const { tunnel, facts, programs, ownLog } = createMovedWorld();
    await tunnel.order(QUICK);
    facts.isStuck = true;

    await expect(tunnel.order(NAMED)).rejects.toThrow('EPERM');
    expect(tunnel.state).toMatchObject({ state: 'failed', reason: expect.stringContaining('not be ended') });
    expect(ownLog.map(({ msg }) => msg)).toContain('an order could not be carried out by the tunnel');
    expect(programs).toHaveLength(1);

    facts.isStuck = false;
    await tunnel.order(null);
    expect(tunnel.state).toEqual({ state: 'off' });
    expect(programs[0]?.isRunning).toBe(false);
    await tunnel.order(NAMED);
    expect(programs.map(({ isRunning }) => isRunning)).toEqual([false, true]);
  });

  it('a listener that fails is logged and changes nothing', async () => {
    const { tunnel, ownLog } = createMovedWorld();
    tunnel.onChange(() => {
      throw new Error('a window is gone');
    });
    await tunnel.order(QUICK);
    await tunnel.order(null);
    expect(tunnel.state).toEqual({ state: 'off' });
    expect(ownLog.some(({ msg }) => msg.includes('could not be told'))).toBe(true);
  });
});
