import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeChecksummed } from './checksummed-json.ts';
import { createFileWriter } from './file-writer.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonplace-file-writer-'));
});
afterEach(() => rm(folder, { recursive: true }));

function files(count: number, content: string) {
  return Array.from({ length: count }, (_, index) => ({
    path: join(folder, `${index}.json`),
    value: { index, content },
  }));
}

describe('the thread that writes files', () => {
  it('writes each as checksummed JSON, and nothing else stays in the folder', async () => {
    const write = createFileWriter();
    await write(files(20, 'one'));
    await write(files(20, 'Zweiter 😀'));
    const names = await readdir(folder);
    expect(names).toHaveLength(20);
    const last = decodeChecksummed(await readFile(join(folder, '19.json')));
    expect(last).toEqual({ index: 19, content: 'Zweiter 😀' });
  });

  it('tells the error of the disk with its code, and goes on with what comes next', async () => {
    const write = createFileWriter();
    const nowhere = { path: join(folder, 'missing', 'file.json'), value: { content: '' } };
    await expect(write([nowhere])).rejects.toMatchObject({ code: 'ENOENT' });
    await write(files(1, 'still here'));
    expect(await readdir(folder)).toEqual(['0.json']);
  });

  it('keeps jobs apart that are given at the same time', async () => {
    const write = createFileWriter();
    const jobs = Array.from({ length: 5 }, (_, job) =>
      write([{ path: join(folder, `${job}.json`), value: { content: `${job}` } }]),
    );
    await Promise.all(jobs);
    const texts = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    );
    expect(texts.map((text) => /"content": "(\d)"/.exec(text)?.[1])).toEqual(
      expect.arrayContaining(['0', '1', '2', '3', '4']),
    );
  });
});
