import { mkdir, readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { end, start, temporaryFolder, workspaceFolder, commandLine } from './command-line.ts';

const INPUT = { workspace_name: 'Ours', username: 'ada', password: 'seven grey kettles sing' };

/** `commonplace serve --json` on a folder, and what it prints, line by line. */
async function serving(folder: string) {
  const child = start(['serve', '--port', '0', '--local-port', '0', '--json', '--data', folder]);
  onTestFinished(() => void child.kill('SIGKILL'));
  if (!child.stdout) throw new Error('The server has no standard output.');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    next: async () => JSON.parse(String((await lines.next()).value)) as Record<string, string>,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** A browser that was let in: its cookie, and what proves that a call comes from its page. */
async function letIn(address: string) {
  const { origin } = new URL(address);
  const opened = await fetch(address, { redirect: 'manual' });
  const cookie = opened.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const session = await fetch(`${origin}/app/session`, { headers: { cookie } });
  const { csrf_token: token = '', ...rest } = (await session.json()) as Record<string, string>;
  const call = (name: string, input: object, headers: Record<string, string> = {}) =>
    fetch(`${origin}/app/call/${name}`, {
      method: 'POST',
      headers: { cookie, 'X-CSRF-Token': token, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(input),
    });
  return { origin, status: opened.status, session: rest, call };
}

describe('serve on an empty folder', () => {
  it('waits at the local listener for its workspace to be made, then serves it in the same process', async () => {
    const folder = join(await temporaryFolder(), 'data');
    await mkdir(folder);
    const server = await serving(folder);
    const waiting = await server.next();
    expect(waiting).toMatchObject({ event: 'setup', pid: expect.any(Number) });
    const { origin, session, call } = await letIn(waiting['local'] ?? '');
    expect(session).toEqual({ is_local: true, needs_setup: true });
    expect(await (await call('setup.read', {})).json()).toMatchObject({ data_folder: folder });

    expect((await call('documents.list', {})).status).toBe(409);
    const refused = await call('setup.create', { ...INPUT, password: 'short' });
    expect(await refused.json()).toMatchObject({ error: 'bad_request' });
    expect(await readdir(folder)).toEqual([]);

    const made = (await (await call('setup.create', INPUT)).json()) as { address: string };
    const ready = await server.next();
    expect(ready).toMatchObject({ event: 'ready', public: expect.stringMatching(/^http:/) });
    expect(new URL(ready['local'] ?? '').origin).toBe(origin);
    const app = await letIn(`${origin}${made.address}`);
    expect(app.session).toEqual({ is_local: true, needs_setup: false });
    expect(await (await app.call('account.read', {})).json()).toMatchObject({
      username: 'ada',
      role: 'admin',
      workspace: { name: 'Ours' },
    });
    expect(await server.stop()).toBe(0);
  });

  it('lets in nobody without the ticket, no second browser with it, and no other site’s page', async () => {
    const folder = join(await temporaryFolder(), 'data');
    const server = await serving(folder);
    const { local = '' } = await server.next();
    const { origin, call } = await letIn(local);
    expect((await fetch(local, { redirect: 'manual' })).status).toBe(403);
    expect((await fetch(`${origin}/`)).status).toBe(403);
    expect((await fetch(`${origin}/app/session`)).status).toBe(401);
    const bare = await fetch(`${origin}/app/call/setup.create`, {
      method: 'POST',
      body: JSON.stringify(INPUT),
    });
    expect(bare.status).toBe(401);
    expect((await call('setup.create', INPUT, { 'X-CSRF-Token': 'guessed' })).status).toBe(403);
    expect((await call('setup.create', INPUT, { Origin: 'https://evil.example' })).status).toBe(403);
    expect(await server.stop()).toBe(0);
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
  });

  it('makes one workspace, however often it is asked to', async () => {
    const folder = join(await temporaryFolder(), 'data');
    const server = await serving(folder);
    const { call } = await letIn((await server.next())['local'] ?? '');
    const answers = await Promise.all([
      call('setup.create', INPUT),
      call('setup.create', { ...INPUT, username: 'eve' }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
    expect(await server.next()).toMatchObject({ event: 'ready' });
    expect((await commandLine(folder).run(['user', 'list'])).out).not.toContain('eve');
    expect(await server.stop()).toBe(0);
  });

  it('tells a person where to go on, in the browser or here', async () => {
    const folder = join(await temporaryFolder(), 'data');
    const child = start(['serve', '--port', '0', '--local-port', '0', '--data', folder]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = end(child);
    await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
    child.kill('SIGTERM');
    const { out, code } = await ended;
    expect(code).toBe(0);
    expect(out).toContain('Make one in your browser:  http://127.0.0.1:');
    expect(out).toContain(`npx commonplace init --username NAME --sample --data ${folder}`);
  });
});

describe('serve where another program has the port of the settings', () => {
  it('picks the next free one and says so', async () => {
    const folder = await workspaceFolder();
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    await commandLine(folder).json(['settings', 'set', 'port', port]);
    const child = start(['serve', '--local-port', '0', '--data', folder]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = end(child);
    await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
    child.kill('SIGTERM');
    const { err, out } = await ended;
    expect(err).toContain(
      `Port ${port} is taken by another program: this time Commonplace answers at http://`,
    );
    expect(out).not.toContain(`answers at http://127.0.0.1:${port}.`);
  });
});
