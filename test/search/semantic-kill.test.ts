import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startEmbeddingsProvider } from '../fakes/embeddings-provider.ts';

const CHILD = fileURLToPath(new URL('semantic-child.ts', import.meta.url));
const PAGES = 120;
/** Texts that are in memory at a time: what a killed process can have embedded in vain. */
const LOST_BY_A_KILL = 16;

function startChild(folder: string, url: string): ChildProcess {
  return spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', CHILD, folder, url, String(PAGES)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
}

async function ended(child: ChildProcess): Promise<string> {
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => void child.once('close', resolve));
  return Buffer.concat(chunks).toString('utf8');
}

describe('the first run', () => {
  it('goes on where a kill -9 ended it, at whatever request that was', async () => {
    const provider = await startEmbeddingsProvider();
    const folder = await mkdtemp(join(tmpdir(), 'commonplace-kill-'));
    onTestFinished(async () => {
      await provider.die();
      await rm(folder, { recursive: true, force: true });
    });
    let kills = 0;
    for (const atRequest of [1, 3, 5, 6]) {
      const child = startChild(folder, provider.url);
      const over = ended(child);
      await provider.requested(atRequest);
      child.kill('SIGKILL');
      await over;
      kills += 1;
    }
    const report: unknown = JSON.parse(await ended(startChild(folder, provider.url)));
    expect(report).toEqual({ embedded: PAGES, found: expect.any(Number) });
    const pages = provider.inputs.filter((input) => input !== 'Page of number');
    expect(new Set(pages).size).toBe(PAGES);
    expect(pages.length).toBeLessThanOrEqual(PAGES + kills * LOST_BY_A_KILL);
  });
});
