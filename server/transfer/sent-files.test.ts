import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../test/cli/command-line.ts';
import { createSentFiles, type SentFilesOptions } from './sent-files.ts';

const never = new AbortController().signal;

function begin(folder: string, options: Partial<SentFilesOptions> = {}) {
  const taken: number[] = [];
  const files = createSentFiles({
    folder,
    files: 2,
    bytes: 9,
    idleMs: 60_000,
    onTaken: (received) => taken.push(received),
    ...options,
  });
  return { files, taken };
}

describe('files that are sent', () => {
  it('lie one behind the other in one file without their names, and are whole with the last byte', async () => {
    const folder = await temporaryFolder();
    const { files, taken } = begin(folder);
    files.announce([{ path: 'notes/One.md', size: 4 }]);
    files.announce([{ path: 'notes/Two.md', size: 5 }]);
    await files.take(0, Buffer.from('# O\n# T'));
    expect((await readdir(folder)).join()).toMatch(/^\.[0-9a-f-]{36}\.part$/);
    const whole = files.whole(never);
    expect(await files.take(7, Buffer.from('wo'))).toBe(9);
    await whole;
    expect(taken).toEqual([7, 9]);
    const source = await files.open();
    expect(source.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])).toEqual([
      ['One.md', '# O\n'],
      ['Two.md', '# Two'],
    ]);
    await source.close();
    await files.remove();
    expect(await readdir(folder)).toEqual([]);
  });

  it('are whole at once when only names were announced', async () => {
    const { files } = begin(await temporaryFolder(), { files: 1, bytes: 0 });
    files.announce([{ path: 'plan.pdf', size: null }]);
    await files.whole(never);
    expect((await files.open()).skipped).toEqual([{ path: 'plan.pdf', reason: 'it is not Markdown' }]);
    await files.remove();
  });

  it('are given up when nothing comes for too long', async () => {
    const { files } = begin(await temporaryFolder(), { idleMs: 1 });
    await expect(files.whole(never)).rejects.toMatchObject({
      code: 'bad_request',
      message: 'The files stopped coming.',
    });
    await files.remove();
    await expect(files.take(0, Buffer.from('a'))).rejects.toMatchObject({ code: 'gone' });
    expect(() => files.announce([{ path: 'a.md', size: 1 }])).toThrow('has ended');
  });

  it('are given up while a piece is written: it does not count, and no timer goes on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const folder = await temporaryFolder();
    const { files, taken } = begin(folder, { files: 1 });
    files.announce([{ path: 'a.md', size: 9 }]);
    const taking = files.take(0, Buffer.from('# A')).catch((error: unknown) => error);
    await files.remove();
    expect(await taking).toMatchObject({ code: 'gone' });
    expect(taken).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });

  it('are refused as a damaged archive when the archive is empty', async () => {
    const folder = await temporaryFolder();
    const { files } = begin(folder, { files: 1, bytes: 0 });
    files.announce([{ path: 'notes.zip', size: 0 }]);
    await files.whole(never);
    await expect(files.open()).rejects.toThrow('damaged, or no ZIP archive');
    await files.remove();
    expect(await readdir(folder)).toEqual([]);
  });

  it('are given up with what the disk says, for whoever sends and for the import', async () => {
    const folder = join(await temporaryFolder(), 'a file');
    await writeFile(folder, 'where the folder should be');
    const { files } = begin(folder, { files: 1 });
    files.announce([{ path: 'a.md', size: 9 }]);
    const whole = files.whole(never).catch((error: unknown) => error);
    await expect(files.take(0, Buffer.from('a'))).rejects.toMatchObject({ code: 'unavailable' });
    expect(await whole).toMatchObject({ code: 'unavailable' });
    await files.remove();
  });

  it('that are longer together than was announced are refused by their names already', async () => {
    const { files } = begin(await temporaryFolder());
    expect(() => files.announce([{ path: 'a.md', size: 10 }])).toThrow('not as long together');
    await files.remove();
  });
});
