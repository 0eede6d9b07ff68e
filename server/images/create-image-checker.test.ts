import { afterEach, describe, expect, it, vi } from 'vitest';
import { jpeg, png } from '../../test/images/pictures.ts';
import { createLogger } from '../log.ts';
import type { ThreadEvents } from '../start-thread.ts';
import { createImageChecker, WORK_MS } from './create-image-checker.ts';
import type { CheckReport, CheckTask } from './image-messages.ts';

const log = createLogger('silent');
const options = { maxBytes: 1_000_000 };

describe('the thread that checks pictures', () => {
  it('answers what the check answers: the picture, or why it is refused', async () => {
    const checker = createImageChecker({ log });
    try {
      const answers = await Promise.allSettled([
        checker.check(png(), options),
        checker.check(Buffer.from('<svg/>'), options),
        checker.check(jpeg(), { ...options, declaredType: 'image/png' }),
        checker.check(png(), { maxBytes: 10 }),
        checker.check(jpeg(), options),
      ]);
      expect(answers).toMatchObject([
        { value: { type: 'image/png', width: 24, height: 16, bytes: new Uint8Array(png()) } },
        { reason: { name: 'AppError', status: 415, hint: expect.stringContaining('PNG') } },
        { reason: { code: 'unsupported_media_type' } },
        { reason: { code: 'payload_too_large', details: { limit_bytes: 10 } } },
        { value: { type: 'image/jpeg' } },
      ]);
    } finally {
      await checker.close();
    }
  });

  it('takes large pictures over without a copy, and leaves small ones of a shared piece of memory alone', async () => {
    const checker = createImageChecker({ log });
    try {
      const alone = new Uint8Array(png());
      const { bytes } = await checker.check(alone, options);
      expect(alone.byteLength).toBe(0);
      expect(Buffer.from(bytes).equals(png())).toBe(true);
      const shared = Buffer.concat([Buffer.alloc(8), png()]).subarray(8);
      await checker.check(shared, options);
      expect(shared.equals(png())).toBe(true);
    } finally {
      await checker.close();
    }
  });
});

describe('"parsing in a worker, 500 ms deadline"', () => {
  afterEach(() => vi.useRealTimers());

  /** A thread that begins with each picture and never ends with the first. */
  function stuckOnce() {
    const threads: { tasks: CheckTask[]; ended: boolean; events: ThreadEvents<CheckReport> }[] = [];
    const startThread = (events: ThreadEvents<CheckReport>) => {
      const thread = { tasks: [] as CheckTask[], ended: false, events };
      threads.push(thread);
      return {
        post: (task: CheckTask) => void thread.tasks.push(task),
        terminate: async () => void (thread.ended = true),
      };
    };
    return { threads, checker: createImageChecker({ log, startThread }) };
  }

  const outcomeOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

  it('a picture that takes longer is refused, its thread ended, and the next picture has a new one', async () => {
    vi.useFakeTimers();
    const { threads, checker } = stuckOnce();
    const first = outcomeOf(checker.check(png(), options));
    const second = outcomeOf(checker.check(png(), options));
    threads[0]?.events.message({ number: 1, kind: 'begun' });
    await vi.advanceTimersByTimeAsync(WORK_MS - 1);
    expect(threads[0]?.ended).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    expect(await first).toMatchObject({
      code: 'bad_request',
      message: 'The picture takes too long to check.',
    });
    expect(threads).toMatchObject([{ ended: true }, { ended: false, tasks: [{ number: 2 }] }]);
    threads[1]?.events.message({
      number: 2,
      kind: 'refused',
      refusal: { code: 'bad_request', message: 'No.', hint: undefined, details: undefined },
    });
    expect(await second).toMatchObject({ message: 'No.' });
    await checker.close();
  });

  it('a thread that dies takes one picture with it, which can be sent again', async () => {
    vi.useFakeTimers();
    const { threads, checker } = stuckOnce();
    const first = outcomeOf(checker.check(png(), options));
    threads[0]?.events.gone(new Error('out of memory'));
    expect(await first).toMatchObject({ code: 'unavailable' });
    void outcomeOf(checker.check(png(), options));
    expect(threads).toHaveLength(2);
    await checker.close();
  });

  it('a thread that never begins is replaced as well', async () => {
    vi.useFakeTimers();
    const { threads, checker } = stuckOnce();
    const first = outcomeOf(checker.check(png(), options));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await first).toMatchObject({ code: 'unavailable' });
    expect(threads[0]?.ended).toBe(true);
    await checker.close();
  });

  it('ends a thread that has had nothing to do for half a minute', async () => {
    vi.useFakeTimers();
    const { threads, checker } = stuckOnce();
    const first = outcomeOf(checker.check(png(), options));
    threads[0]?.events.message({ number: 1, kind: 'failed', reason: 'a fault' });
    expect(await first).toMatchObject({ message: expect.stringContaining('a fault') });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(threads[0]?.ended).toBe(true);
  });

  it('sends away what would wait behind twenty others, and everybody when it closes', async () => {
    const { checker } = stuckOnce();
    const outcomes = Array.from({ length: 22 }, () => outcomeOf(checker.check(png(), options)));
    expect(await outcomes[21]).toMatchObject({ code: 'unavailable' });
    await checker.close();
    for (const outcome of outcomes) expect(await outcome).toMatchObject({ code: 'unavailable' });
    await expect(checker.check(png(), options)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
