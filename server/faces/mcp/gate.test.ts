import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

/** Work that runs until it is told to end. */
function heldWork() {
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const held = { hasStarted: false, started: started.promise, end: ended.resolve, work };
  function work() {
    held.hasStarted = true;
    started.resolve();
    return ended.promise;
  }
  return held;
}

const never = new AbortController().signal;

test('given two calls at once are allowed, a third starts when one of them ends, and not before', async () => {
  const gate = createGate(2);
  const [first, second, third] = [heldWork(), heldWork(), heldWork()];
  const runs = [first, second, third].map(({ work }) => gate.run('ada', never, work));
  expect([first, second, third].map(({ hasStarted }) => hasStarted)).toEqual([true, true, false]);
  first.end();
  await third.started;
  second.end();
  third.end();
  await Promise.all(runs);
});

test('one person’s calls never hold up another’s', async () => {
  const gate = createGate(1);
  const held = heldWork();
  const blocked = gate.run('ada', never, held.work);
  await expect(gate.run('ben', never, async () => 'done')).resolves.toBe('done');
  held.end();
  await blocked;
});

test('a caller that leaves while it waits gives up its turn', async () => {
  const gate = createGate(1);
  const held = heldWork();
  const running = gate.run('ada', never, held.work);
  const leaving = new AbortController();
  const left = gate.run('ada', leaving.signal, async () => 'never');
  const next = gate.run('ada', never, async () => 'next');
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  held.end();
  await running;
  await expect(next).resolves.toBe('next');
});

test('work that fails frees its place', async () => {
  const gate = createGate(1);
  await expect(gate.run('ada', never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(gate.run('ada', never, async () => 'yes')).resolves.toBe('yes');
});
