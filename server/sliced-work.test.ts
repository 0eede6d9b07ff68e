import { describe, expect, it } from 'vitest';
import { createLine, finish, finishInSlices, pause, type SlicedWork } from './sliced-work.ts';

/** Work of so many slices, which writes down when each is done. */
function* work(name: string, slices: number, log: string[]): SlicedWork<string> {
  for (let slice = 1; slice <= slices; slice += 1) {
    log.push(`${name}${slice}`);
    if (slice < slices) yield;
  }
  return `${name} done`;
}

/** Writes down each turn of the event loop until it is told to stop. */
function noteTurns(log: string[]): () => void {
  let isOn = true;
  const note = () => {
    log.push('turn');
    if (isOn) setImmediate(note);
  };
  setImmediate(note);
  return () => void (isOn = false);
}

describe('sliced work', () => {
  it('is done without a pause where it is known to be short', () => {
    expect(finish(work('a', 3, []))).toBe('a done');
  });

  it('lets the event loop turn between two slices', async () => {
    const log: string[] = [];
    const stop = noteTurns(log);
    expect(await finishInSlices(work('a', 3, log))).toBe('a done');
    stop();
    expect(log.join(' ')).toMatch(/^a1 (turn )+a2 (turn )+a3/);
  });

  it('of one slice does not wait for a turn', async () => {
    const log: string[] = [];
    const stop = noteTurns(log);
    await finishInSlices(work('a', 1, log));
    stop();
    expect(log).toEqual(['a1']);
  });

  it('waits for those in its own line, not for the crowd in another', async () => {
    const order: string[] = [];
    const [door, desk] = [createLine(), createLine()];
    const crowd = ['a', 'b', 'c', 'd'].map((name) => door().then(() => order.push(name)));
    await desk();
    await desk();
    expect(order).toEqual(['a', 'b']);
    await Promise.all(crowd);
    expect(order).toEqual(['a', 'b', 'c', 'd']);
  });

  it('of several callers takes one slice a turn, each in line', async () => {
    const log: string[] = [];
    const stop = noteTurns(log);
    await Promise.all(['a', 'b', 'c'].map((name) => finishInSlices(work(name, 3, log))));
    stop();
    const turns = log
      .join(' ')
      .split('turn')
      .map((slices) => slices.trim());
    expect(turns[0]).toBe('a1 b1 c1');
    for (const slices of turns.slice(1)) expect(slices).toMatch(/^([abc]\d)?$/);
    expect(log.filter((entry) => entry !== 'turn')).toEqual([
      'a1',
      'b1',
      'c1',
      'a2',
      'b2',
      'c2',
      'a3',
      'b3',
      'c3',
    ]);
  });

  it('passes on what fails', async () => {
    await expect(
      finishInSlices(
        (function* fails(): SlicedWork<never> {
          yield;
          throw new Error('no');
        })(),
      ),
    ).rejects.toThrow('no');
    await expect(pause()).resolves.toBeUndefined();
  });
});
