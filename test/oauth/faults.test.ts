import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../server/errors.ts';
import { startMemoryWorld, type MemoryWorld } from './memory-world.ts';
import { createPaperBrowser } from './paper-browser.ts';
import { createProgram } from './world.ts';

let world: MemoryWorld;
beforeEach(async () => void (world = await startMemoryWorld()));
afterEach(() => world.close());

/** Nothing can be saved until the returned function is called. */
function breakStore(error: Error): () => void {
  const { store } = world.services;
  const begin = store.begin.bind(store);
  const commit = async () => {
    throw error;
  };
  store.begin = () => ({ ...begin(), commit, hasChanges: true });
  return () => void (store.begin = begin);
}

test('a disk that is full: clients are told to come again, and keep their tokens', async () => {
  const program = createProgram(world.url);
  const { client, tokens } = await program.connect();
  const mend = breakStore(new AppError('storage_full', 'The disk is full.'));
  const refused = await program.refresh(client, tokens.refresh_token);
  expect([refused.status, refused.body['error']]).toEqual([503, 'temporarily_unavailable']);
  const page = await createPaperBrowser().get(program.authorizeUrl(client).url);
  expect(page.location).toContain('error=temporarily_unavailable');
  expect((await program.register()).status).toBe(503);
  mend();
  expect((await program.refresh(client, tokens.refresh_token)).status).toBe(200);
});

test('a fault of ours: nothing of it reaches anybody', async () => {
  const program = createProgram(world.url);
  const { client, tokens } = await program.connect();
  const mend = breakStore(new Error('secret inner text at /home/somebody'));
  const stranger = createPaperBrowser();
  const answers = [
    await program.refresh(client, tokens.refresh_token),
    await program.register(),
    await stranger.get(program.authorizeUrl(client).url),
  ];
  mend();
  for (const { status, text, headers } of answers) {
    expect(status).toBe(500);
    expect(text + JSON.stringify(headers)).not.toMatch(/inner text|somebody/);
  }
});
