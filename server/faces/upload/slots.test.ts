import { describe, expect, it } from 'vitest';
import { createSlots } from './slots.ts';

/** Asks for a place and notes when it is given. */
function asker(limits: { total: number; perKey: number }) {
  const take = createSlots(limits);
  const given: string[] = [];
  const giveBack = new Map<string, () => void>();
  return {
    given,
    async ask(name: string, key = name) {
      giveBack.set(name, await take(key));
      given.push(name);
    },
    release: (name: string) => giveBack.get(name)?.(),
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

describe('places for uploads', () => {
  it('“10 concurrent”: so many go on, the next waits until one has ended', async () => {
    const slots = asker({ total: 2, perKey: 2 });
    void slots.ask('one');
    void slots.ask('two');
    void slots.ask('three');
    await slots.settled();
    expect(slots.given).toEqual(['one', 'two']);
    slots.release('one');
    await slots.settled();
    expect(slots.given).toEqual(['one', 'two', 'three']);
  });

  it('one link never takes all of them: others pass those of its own that wait', async () => {
    const slots = asker({ total: 3, perKey: 1 });
    void slots.ask('first of a', 'a');
    void slots.ask('second of a', 'a');
    void slots.ask('b');
    await slots.settled();
    expect(slots.given).toEqual(['first of a', 'b']);
    slots.release('first of a');
    await slots.settled();
    expect(slots.given).toEqual(['first of a', 'b', 'second of a']);
  });

  it('a place that is given back twice is one place', async () => {
    const slots = asker({ total: 1, perKey: 1 });
    for (const name of ['one', 'two', 'three']) void slots.ask(name);
    await slots.settled();
    slots.release('one');
    slots.release('one');
    await slots.settled();
    expect(slots.given).toEqual(['one', 'two']);
  });
});
