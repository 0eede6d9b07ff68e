import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openFolder } from '../../server/faces/cli/folder-connection.ts';
import { createToken } from '../../server/operations/tokens/create.ts';
import { folderConfig, initializeFolder } from '../builders/folder.ts';
import { createPaperBrowser } from '../oauth/paper-browser.ts';
import { createProgram } from '../oauth/world.ts';
import { buildServer, startBuiltServer } from './built-server.ts';

/** What packages ship: the threads for files and for search are found beside the program. */
it('the built program answers, finds what was just written, signs apps in, and saves its index', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-built-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await initializeFolder(folder, { username: 'ada' });
  const connection = await openFolder(folderConfig(folder));
  const { secret } = await connection.run(createToken, { name: 'built' });
  await connection.close();
  await buildServer();

  const server = await startBuiltServer(folder);
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const pages = Array.from({ length: 20 }, (_, number) => `Kettle ${number}`);
  await Promise.all(
    pages.map(async (title) => {
      const body = JSON.stringify({ space: 'notes', title, content: 'Descale it.' });
      const answer = await fetch(`${server.url}/api/v1/documents`, { method: 'POST', headers, body });
      expect(answer.status).toBe(201);
    }),
  );
  const found = await fetch(`${server.url}/api/v1/search?q=kettle descale`, { headers });
  expect(await found.json()).toMatchObject({ total: pages.length, relaxed: false });

  const program = createProgram(server.url);
  const client = await program.client();
  const page = await createPaperBrowser().open(program.authorizeUrl(client).url);
  expect(page.text).toContain('Sign in to');
  expect(new URL(page.url).searchParams.get('return_to')).toMatch(/^\/api\/oauth\/interaction\//);
  await server.stop();

  expect(await readdir(join(folder, 'documents'))).toHaveLength(pages.length);
  expect(await readdir(join(folder, 'index'))).toContain('manifest.json');
});
