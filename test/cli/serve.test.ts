import { spawn } from 'node:child_process';
import { mkdir, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  commandLine,
  end,
  serve,
  start,
  temporaryFolder,
  workspaceFolder,
  type Served,
} from './command-line.ts';

async function tokenOf(folder: string): Promise<string> {
  const words = ['token', 'create', '--user', 'ada', '--name', 'test'];
  return (await commandLine(folder).json<{ token: string }>(words)).token;
}

function write({ url }: Served, token: string, title: string): Promise<Response> {
  return fetch(`${url}/api/v1/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ space: 'notes', title, content: 'Text' }),
  });
}

describe('serve', () => {
  it('says in one line that it answers (design §7), on a socket that only its user can open', async () => {
    const folder = await workspaceFolder();
    const server = await serve(folder);
    expect(server.ready).toEqual({
      event: 'ready',
      public: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      local: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/\?ticket=cpl_lt_[0-9A-Za-z]{49}$/),
      pid: expect.any(Number),
    });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const socket = await stat(join(folder, 'local.sock'));
    expect([socket.isSocket(), socket.mode & 0o777]).toEqual([true, 0o600]);
    expect(await server.stop('SIGINT')).toBe(0);
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
  });

  it('tells a person what there is at the address, and what they need for it', async () => {
    const folder = await workspaceFolder();
    const child = start(['serve', '--port', '0', '--data', folder]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = end(child);
    let said = '';
    await new Promise<void>((resolve) =>
      child.stdout?.on('data', (chunk: Buffer) => {
        said += chunk.toString('utf8');
        if (said.includes('token create')) resolve();
      }),
    );
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
    const [, url = ''] = /answers at (\S+)\. /.exec(said) ?? [];
    for (const part of [
      `${url}/api/v1 `,
      `${url}/api/mcp `,
      'npx commonplace token create --user NAME --name LABEL',
    ])
      expect(said).toContain(part);
  });

  it('talks to commands over a short socket path when the data folder’s path is long', async () => {
    const folder = join(await temporaryFolder(), 'd'.repeat(120));
    await mkdir(folder);
    const { run, json } = commandLine(folder);
    expect((await run(['init', '--username', 'ada'])).code).toBe(0);
    const server = await serve(folder);
    expect(await json(['space', 'add', 'ops'])).toMatchObject({ slug: 'ops' });
    expect(await server.stop()).toBe(0);
  });

  it('takes over from a server that was killed and left its socket behind', async () => {
    const folder = await workspaceFolder();
    const killed = await serve(folder);
    await killed.stop('SIGKILL');
    expect((await commandLine(folder).run(['space', 'add', 'ops'])).code).toBe(0);
    const server = await serve(folder);
    expect((await commandLine(folder).run(['space', 'list'])).out).toContain('ops');
    expect(await server.stop()).toBe(0);
  });

  it('ends under 50 writes in flight with every acknowledged one on disk (security X14)', async () => {
    const folder = await workspaceFolder();
    const token = await tokenOf(folder);
    const server = await serve(folder);
    const acknowledged: string[] = [];
    let stopped: Promise<number | null> | undefined;
    const writers = Array.from({ length: 50 }, async (_, writer) => {
      for (let round = 0; round < 2; round += 1) {
        const title = `Page ${writer}-${round}`;
        const response = await write(server, token, title).catch(() => undefined);
        if (response?.status === 201) acknowledged.push(title);
        // The tenth answer is the signal's moment: others are on their way.
        if (acknowledged.length === 10) stopped ??= server.stop();
        await response?.arrayBuffer().catch(() => undefined);
      }
    });
    await Promise.all(writers);
    expect(await stopped).toBe(0);
    const target = join(folder, '..', 'out');
    expect((await commandLine(folder).run(['export', target])).code).toBe(0);
    const { exported } = await commandLine(folder).json<{ exported: number }>(['export', `${target}-2`]);
    const names = acknowledged.map((title) => title.toLowerCase().replaceAll(' ', '-'));
    for (const name of names) await stat(join(target, 'notes', `${name}.md`));
    expect(exported).toBeGreaterThanOrEqual(acknowledged.length);
    expect(await commandLine(folder).json(['verify'])).toMatchObject({
      files: { damage: [] },
      audit: { broken: [] },
    });
  });

  it('never writes a secret to its log (security L2)', async () => {
    const folder = await workspaceFolder();
    const { json } = commandLine(folder);
    const token = await tokenOf(folder);
    const server = await serve(folder, { COMMONPLACE_LOG_LEVEL: 'trace' });
    const password = 'canary pass phrase 41';
    const added = await json(['user', 'add', 'bob', '--role', 'editor', '--password-stdin'], {
      input: password,
    });
    const second = await json<{ token: string }>(['token', 'create', '--user', 'bob', '--name', 'x']);
    await (await write(server, token, 'Page')).arrayBuffer();
    const wrong = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`;
    expect((await write(server, wrong, 'Page')).status).toBe(401);
    expect((await fetch(`${server.url}/api/v1/me?token=${token}`)).status).toBe(401);
    expect(await server.stop()).toBe(0);
    expect(server.log()).not.toBe('');
    for (const secret of [password, token, second.token, wrong]) {
      expect(server.log()).not.toContain(secret);
      expect(JSON.stringify(added)).not.toContain(secret);
    }
  });
});

describe('the launcher', () => {
  const CHILD = fileURLToPath(new URL('../fixtures/launched.js', import.meta.url));
  const TETHER = new URL('../../scripts/end-with-launcher.js', import.meta.url).href;

  it('takes its child with it, even when it is killed itself', async () => {
    const script = `
      import { spawn } from 'node:child_process';
      const child = spawn(process.execPath, ['--import', ${JSON.stringify(TETHER)}, ${JSON.stringify(CHILD)}], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      process.stdout.write(child.pid + '\\n');
      setInterval(() => {}, 1000);`;
    const launcher = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void launcher.kill('SIGKILL'));
    const lines = createInterface({ input: launcher.stdout });
    const seen: string[] = [];
    await new Promise<void>((resolve) =>
      lines.on('line', (line) => (seen.push(line) === 2 ? resolve() : undefined)),
    );
    // The output closes when the last process that holds it is gone.
    const closed = new Promise((resolve) => lines.once('close', resolve));
    launcher.kill('SIGKILL');
    await closed;
    expect(seen.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([expect.stringMatching(/^\d+$/), 'running']);
  });
});
