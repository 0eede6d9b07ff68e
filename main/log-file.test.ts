import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLogFile } from './log-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonplace-log-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('a line is in the file before the call returns, and only its owner can read it', async () => {
  const path = join(folder, 'logs', 'commonplace.log');
  const { log, close } = openLogFile(path, 'info');
  log.info({ token: 'secret' }, 'hello');
  const text = await readFile(path, 'utf8');
  expect(text).toContain('"msg":"hello"');
  expect(text).not.toContain('secret');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  close();
  log.info('after the end');
  expect(await readFile(path, 'utf8')).toBe(text);
});

it('a file that has grown to 5 MB makes room; the one before it stays', async () => {
  const path = join(folder, 'commonplace.log');
  await writeFile(path, 'x'.repeat(5 * 1024 * 1024 + 1));
  const { log, close } = openLogFile(path, 'info');
  log.info('first of the new one');
  close();
  expect((await stat(`${path}.1`)).size).toBeGreaterThan(5 * 1024 * 1024);
  expect(await readFile(path, 'utf8')).toContain('first of the new one');
});

it.runIf(process.platform === 'linux')('a full disk loses lines and harms nobody (security X4)', () => {
  const { log, close } = openLogFile('/dev/full', 'info');
  expect(() => log.info('nobody will read this')).not.toThrow();
  close();
});

it('a file that cannot be put aside is written on', async () => {
  const path = join(folder, 'commonplace.log');
  await writeFile(path, 'x'.repeat(5 * 1024 * 1024 + 1));
  await mkdir(join(`${path}.1`, 'in the way'), { recursive: true });
  const { log, close } = openLogFile(path, 'info');
  log.info('first');
  log.info('second');
  close();
  expect(await readFile(path, 'utf8')).toMatch(/"msg":"first".*\n.*"msg":"second"/);
});
