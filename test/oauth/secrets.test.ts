import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPaperBrowser, type PaperBrowser } from './paper-browser.ts';
import { createProgram, PASSWORD, startWorld, type World } from './world.ts';

let world: World;
const said: string[] = [];
beforeAll(async () => {
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => void said.push(words.join(' ')));
  world = await startWorld();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await world.close();
});

/** Every way in which a text may have got into a file. */
const spellings = (secret: string) => [
  secret,
  Buffer.from(secret).toString('base64').replaceAll('=', ''),
  Buffer.from(secret).toString('hex'),
  encodeURIComponent(secret),
];

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const secretsOf = (browser: PaperBrowser) =>
  browser.received
    .map((line) => /^[^=]+=([^;]*)/.exec(line)?.[1] ?? '')
    .filter((value) => value.length >= 20);

test('no token, code, cookie, secret or password stands anywhere in the data folder or the log after whole flows', async () => {
  const program = createProgram(world.url);
  const secrets = new Set([PASSWORD]);
  for (const method of ['none', 'client_secret_post']) {
    const registered = await program.register({
      redirect_uris: ['http://127.0.0.1:33418/callback'],
      token_endpoint_auth_method: method,
    });
    const client = {
      id: String(registered.body['client_id']),
      redirectUri: 'http://127.0.0.1:33418/callback',
    };
    secrets.add(String(registered.body['registration_access_token']));
    const browser = createPaperBrowser();
    if (method === 'client_secret_post') {
      secrets.add(String(registered.body['client_secret']));
      await program.redeem(client, 'x', 'y', { client_secret: String(registered.body['client_secret']) });
      continue;
    }
    const { tokens, code, verifier } = await program.connect({ client, browser });
    const refreshed = await program.refresh(client, tokens.refresh_token);
    await program.call(tokens.access_token);
    await program.call(String(refreshed.body['access_token']));
    const denied = await program.connect({ browser });
    await program.revoke(denied.client, denied.tokens.refresh_token);
    // A question that stays open.
    await browser.open(program.authorizeUrl(client).url);
    for (const secret of [
      tokens.access_token,
      tokens.refresh_token,
      code,
      verifier,
      denied.tokens.access_token,
      denied.tokens.refresh_token,
      denied.code,
    ])
      secrets.add(secret);
    for (const name of ['access_token', 'refresh_token']) secrets.add(String(refreshed.body[name]));
    for (const secret of secretsOf(browser)) secrets.add(secret);
  }
  expect(secrets.size).toBeGreaterThan(20);

  const alive = await filesOf(world.folder);
  await world.server.close();
  const files = new Set([...alive, ...(await filesOf(world.folder))]);
  expect([...files].filter((file) => file.includes('oauth_artifacts'))).not.toEqual([]);
  const texts = await Promise.all([...files].map((file) => readFile(file, 'latin1').catch(() => '')));
  const everything = [...texts, ...world.log, ...said].join('\n');
  expect(everything).toContain('"RefreshToken"');
  for (const secret of secrets) {
    for (const spelling of spellings(secret)) expect(everything.includes(spelling), secret).toBe(false);
  }
});

test('the keys are readable by their owner only, and stay the same over restarts', async () => {
  const file = join(world.folder, 'secrets', 'oauth.json');
  const before = await readFile(file, 'utf8');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await world.restart();
  await createProgram(world.url).connect();
  expect(await readFile(file, 'utf8')).toBe(before);
});

test('the authorization server has nothing to complain about: no warning, no notice', () => {
  expect(said).toEqual([]);
  expect(world.log.filter((line) => !line.includes('"level":20') && !line.includes('"level":30'))).toEqual(
    [],
  );
});

test('a hash from the folder is no token', async () => {
  const records = await readFile(join(world.folder, 'collections', 'oauth_artifacts.json'), 'utf8');
  const hashes = [...records.matchAll(/AccessToken:([0-9a-f]{64})/g)].map(([, hash]) => hash ?? '');
  expect(hashes).not.toEqual([]);
  for (const hash of hashes) expect((await createProgram(world.url).call(hash)).status).toBe(401);
});
