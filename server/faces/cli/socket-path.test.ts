import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { prepareSocketPath } from './socket-path.ts';

it('puts the socket into the data folder', async () => {
  expect(await prepareSocketPath('/srv/kb')).toBe('/srv/kb/local.sock');
});

it('takes a short path in a folder of its own when the kernel could not hold the long one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-socket-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const long = join(folder, 'x'.repeat(100));
  const path = await prepareSocketPath(long);
  expect(Buffer.byteLength(path)).toBeLessThanOrEqual(100);
  expect(path).toBe(await prepareSocketPath(long));
  expect(path).not.toBe(await prepareSocketPath(`${long}y`));
  expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
});
