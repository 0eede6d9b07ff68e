import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../server/log.ts';
import { startServer } from '../../server/start.ts';
import { folderConfig } from '../builders/folder.ts';
import { commandLine, workspaceFolder } from '../cli/command-line.ts';
import { createVisitor } from './visitor.ts';

const PASSWORD = 'lantern quarry velvet';
const NEXT = 'marble teapot orchard';
const MISTYPED = 'lantern quarry velvett';

/** Every file below a folder, by its path. */
async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found.set(path, await readFile(path));
  }
  return found;
}

const spellings = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  secret.replaceAll(' ', '+'),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('hex'),
];

/** Security T2, L2: "after a full flow, search for each of them: 0 hits". On a real folder, with real hashes. */
test('no password, code, link or cookie is anywhere in the data folder or the log, before and after a restart', async () => {
  const folder = await workspaceFolder();
  const line = commandLine(folder);
  await line.run(['user', 'set', 'ada', '--password-stdin'], { input: PASSWORD });
  const log: string[] = [];
  const start = () =>
    startServer(folderConfig(folder), {
      log: createLogger('debug', { write: (written: string) => void log.push(written) }),
    });
  let server = await start();
  onTestFinished(() => server.close());

  const ada = createVisitor(server.publicUrl);
  await ada.submit('/sign-in', { username: 'ada', password: MISTYPED });
  const signedIn = await ada.submit('/sign-in', { username: 'ada', password: PASSWORD });
  expect(signedIn.status).toBe(303);
  const { url } = await line.json<{ url: string }>(['user', 'invite', 'eve', '--role', 'editor']);
  const { code } = await line.json<{ code: string }>(['user', 'sign-in-code', 'ada']);
  const eve = createVisitor(server.publicUrl);
  const joined = await eve.submit(new URL(url).pathname, {
    name: 'Eve',
    password: NEXT,
    password_again: NEXT,
  });
  expect(joined.status).toBe(303);
  const byCode = createVisitor(server.publicUrl);
  expect((await byCode.submit('/sign-in/code', { code })).status).toBe(303);
  const sessions = await line.json<{ items: { user: { username: string } }[] }>(['session', 'list']);
  expect(sessions.items.map(({ user }) => user.username).toSorted()).toEqual(['ada', 'ada', 'eve']);

  await server.close();
  server = await start();
  // Restarts sign nobody out.
  const again = createVisitor(server.publicUrl);
  for (const [name, value] of ada.cookies) again.cookies.set(name, value);
  expect((await again.open('/account')).status).toBe(200);
  const ended = await line.json<{ ended: number }>(['session', 'end', '--user', 'ada']);
  expect(ended).toEqual({ ended: 2 });
  expect((await again.open('/account')).status).toBe(303);
  await server.close();

  const cookies = [ada, eve, byCode].flatMap(({ cookies: kept }) => [...kept.values()]);
  const secrets = [
    PASSWORD,
    NEXT,
    MISTYPED,
    code,
    code.replace('-', ''),
    url.split('/').at(-1) ?? '',
    ...cookies,
  ];
  const places = await filesIn(folder);
  places.set('the log', Buffer.from(log.join('')));
  expect(places.size).toBeGreaterThan(5);
  const hits = [...places].flatMap(([place, bytes]) =>
    secrets.flatMap((secret) =>
      spellings(secret).flatMap((spelling) => (bytes.includes(spelling) ? [`${secret} in ${place}`] : [])),
    ),
  );
  expect(hits).toEqual([]);
});
