import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../server/log.ts';
import { createSearchIndex } from '../../server/search/create-search-index.ts';
import { answers, complete } from './index-world.ts';
import { createKnownStore } from './saving-child.ts';
import { PATIENCE } from '../patience.ts';

const CHILD = fileURLToPath(new URL('./saving-child.ts', import.meta.url));
const QUERIES = ['word7', 'word49 word100', '"page 12"', 'word12*'];

/** Kills the process when it begins its `round`th rebuild and has gone on for a while that differs each time. */
async function killWhileSaving(folder: string, round: number): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', CHILD, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let begun = 0;
  createInterface({ input: child.stdout }).on('line', () => {
    begun += 1;
    // Whatever it is doing then: feeding, merging, writing, renaming.
    if (begun === round) setTimeout(() => child.kill('SIGKILL'), (round * 37) % 110);
  });
  await once(child, 'exit');
}

async function openIndex(folder: string | undefined) {
  const store = createKnownStore();
  const index = createSearchIndex({
    store,
    log: createLogger('silent'),
    answerWithinMs: PATIENCE.timeout,
    ...(folder === undefined ? {} : { folder }),
  });
  await complete(index);
  return index;
}

it('after kill -9 during merges and saves the index is opened whole or built anew, and answers the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-kill-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const truth = await openIndex(undefined);
  const expected = await answers(truth, QUERIES);
  await truth.close();
  for (let round = 1; round <= 3; round += 1) {
    await killWhileSaving(folder, round);
    const index = await openIndex(folder);
    expect(await answers(index, QUERIES)).toEqual(expected);
    const check = await index.check();
    expect(check).toMatchObject({ missing: [], stale: [], surplus: [] });
    // It may not have been saved anew yet, but never stands there damaged.
    expect(check.file_is_whole).not.toBe(false);
    await index.close();
  }
  await (await openIndex(folder)).close();
  expect((await readdir(folder)).filter((name) => name.startsWith('segment-'))).toHaveLength(1);
});
