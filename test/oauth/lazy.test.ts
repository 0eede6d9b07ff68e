import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { initializeFolder } from '../builders/folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Starts a server in a process of its own, asks for a few paths, and says after which the provider was loaded. */
const PROGRAM = `
import { registerHooks } from 'node:module';
let isLoaded = false;
registerHooks({
  load(url, context, next) {
    if (url.includes('/node_modules/oidc-provider/')) isLoaded = true;
    return next(url, context);
  },
});
const { startServer } = await import('./server/start.ts');
const { folderConfig } = await import('./test/builders/folder.ts');
const server = await startServer(folderConfig(process.env.FOLDER));
const loaded = { start: isLoaded };
for (const path of ['/healthz', '/api/v1/me', '/api/mcp', '/sign-in', '/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource', '/api/oauth/jwks']) {
  const headers = { authorization: 'Bearer ' + 'a'.repeat(43) };
  const answer = await fetch(server.publicUrl + path, { method: path === '/api/mcp' ? 'POST' : 'GET', headers });
  await answer.text();
  loaded[path + ' ' + answer.status] = isLoaded;
}
await server.close();
console.log(JSON.stringify(loaded));
`;

test('the provider is loaded by the first request that needs it, not by a start, a call or discovery', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cpl-oauth-lazy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await initializeFolder(folder, { username: 'ada' });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', PROGRAM],
    { cwd: root, env: { ...process.env, FOLDER: folder } },
  );
  expect(JSON.parse(stdout)).toEqual({
    start: false,
    '/healthz 200': false,
    '/api/v1/me 401': false,
    '/api/mcp 401': false,
    '/sign-in 200': false,
    '/.well-known/oauth-authorization-server 200': false,
    '/.well-known/oauth-protected-resource 200': false,
    '/api/oauth/jwks 200': true,
  });
});
