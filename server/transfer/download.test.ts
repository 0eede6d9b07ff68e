import { describe, expect, it } from 'vitest';
import { createDownload } from './download.ts';

const LONG = Buffer.alloc(3_000_000, 'a').map((_, index) => (index * 7919) % 251);
const never = new AbortController().signal;

const refusalOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('an archive that is handed over as it is made', () => {
  it('is made only as fast as it is read', async () => {
    const download = createDownload(60_000);
    let written = 0;
    const sent = download.send(
      0,
      async (target) => {
        for (; written < 8; written += 1) await target.write(`${written}.png`, LONG);
        return 'done';
      },
      never,
    );
    const reader = download.fetch().getReader();
    const { value: first } = await reader.read();
    expect(Buffer.from(first ?? []).toString('latin1', 0, 2)).toBe('PK');
    // Nothing else is to do until somebody reads on.
    await new Promise((resolve) => setImmediate(resolve));
    expect(written).toBeLessThan(2);
    let length = first?.length ?? 0;
    for (let step = await reader.read(); !step.done; step = await reader.read()) length += step.value.length;
    expect(await sent).toBe('done');
    expect(length).toBeGreaterThan(8 * LONG.length);
  });

  it('is handed over once', () => {
    const download = createDownload(60_000);
    download.fetch();
    expect(() => download.fetch()).toThrow('fetched already');
  });

  it('ends when nobody fetches it, and is gone then', async () => {
    const download = createDownload(1);
    await expect(download.send(0, async () => undefined, never)).rejects.toThrow('did not fetch');
    expect(() => download.fetch()).toThrow('is no more');
  });

  it('ends when the reader stops, and says so', async () => {
    const download = createDownload(60_000);
    const sent = download.send(0, (target) => target.write('a.png', LONG), never);
    const refusal = refusalOf(sent);
    const reader = download.fetch().getReader();
    await reader.read();
    await reader.cancel();
    expect(await refusal).toMatchObject({ message: 'The browser stopped the download before its end.' });
  });

  it('breaks off for the reader when it fails, or is cancelled', async () => {
    const failing = createDownload(60_000);
    const failed = failing.send(0, () => Promise.reject(new Error('the disk is gone')), never);
    const refusal = refusalOf(failed);
    await expect(failing.fetch().getReader().read()).rejects.toThrow('the disk is gone');
    expect(await refusal).toMatchObject({ message: 'the disk is gone' });

    const cancelled = createDownload(60_000);
    const abort = new AbortController();
    const sent = cancelled.send(0, (target) => target.write('a.png', LONG), abort.signal);
    const ended = refusalOf(sent);
    const reader = cancelled.fetch().getReader();
    await reader.read();
    abort.abort(new Error('enough'));
    expect(await ended).toMatchObject({ message: 'enough' });
    await expect(reader.closed).rejects.toThrow('enough');
  });

  it('breaks off when it fails before it could begin', async () => {
    const download = createDownload(60_000);
    const reader = download.fetch().getReader();
    download.fail(new Error('no such space'));
    await expect(reader.read()).rejects.toThrow('no such space');
  });
});
