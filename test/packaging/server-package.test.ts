import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { packageServer } from '../../scripts/packaging/server.ts';
import { TARGET } from '../../scripts/packaging/stage.ts';
import { filesOfFolder } from '../../scripts/packaging/check.ts';
import { preparePackaging, type PackagingWorld } from './world.ts';

/** Exactly the files that the archive for servers and the container image hold, somewhere else. */
describe('the server package', () => {
  let world: PackagingWorld;
  let program: string;

  beforeAll(async () => {
    world = await preparePackaging('server');
    const { dist, programs, checksums } = world;
    const folder = await packageServer({ folder: join(world.folder, 'staged'), dist, programs, checksums });
    program = join(world.folder, 'opt', 'commonplace');
    await mkdir(join(world.folder, 'opt'));
    await rename(folder, program);
  });

  afterAll(() => world.remove());

  /** Nothing of this project and of its environment is in reach. */
  function words(...args: string[]): [string, string[], { cwd: string; env: Record<string, string> }] {
    const start = ['--disable-warning=ExperimentalWarning', join(program, 'dist/commonplace.js')];
    return [
      process.execPath,
      [...start, ...args],
      { cwd: '/', env: { HOME: world.folder, PATH: '/usr/bin' } },
    ];
  }

  it('holds the server, its pages and the tunnel program, and nothing of the desktop', async () => {
    const { paths } = await filesOfFolder(program);
    expect(paths).toContain('dist/commonplace.js');
    expect(paths).toContain(`assets/bin/${TARGET}/cloudflared`);
    expect(paths).toContain('dist/renderer/index.html');
    expect(paths.filter((path) => /^dist\/(?:main\/|desktop)/.test(path))).toEqual([]);
    expect(paths.filter((path) => path.startsWith('assets/icons/'))).toEqual([]);
  });

  it('makes a workspace, serves app, API and search from the shipped files alone, and ends cleanly', async () => {
    const data = join(world.folder, 'data');
    const run = promisify(execFile);
    await run(...words('init', '--data', data, '--username', 'ada', '--sample'));
    const token = await run(
      ...words('token', 'create', '--data', data, '--user', 'ada', '--name', 'packaged', '--json'),
    );
    const { token: secret } = JSON.parse(token.stdout) as { token: string };

    const [node, args, options] = words(
      'serve',
      '--data',
      data,
      '--port',
      '0',
      '--local-port',
      '0',
      '--json',
    );
    const server = spawn(node, args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void server.kill('SIGKILL'));
    const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
    const { public: url, local } = JSON.parse(line) as { public: string; local: string };
    expect((await fetch(`${url}/healthz`)).status).toBe(200);

    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ space: 'notes', title: 'Kettle', content: 'Descale it.' });
    const created = await fetch(`${url}/api/v1/documents`, { method: 'POST', headers, body });
    expect(created.status).toBe(201);
    const found = await fetch(`${url}/api/v1/search?q=descale`, { headers });
    expect(await found.json()).toMatchObject({ total: 1, items: [{ title: 'Kettle' }] });

    const app = await fetch(local, { redirect: 'manual' });
    expect(app.status).toBeLessThan(400);
    const page = await (await fetch(`${url}/sign-in`)).text();
    const style = /href="([^"]+\.css[^"]*)"/.exec(page)?.[1] ?? 'none';
    expect((await fetch(new URL(style, url))).status).toBe(200);

    server.kill('SIGTERM');
    expect(await once(server, 'exit')).toEqual([0, null]);
  });

  it('is made without the tunnel program for those who have another way to a public address', async () => {
    const folder = join(world.folder, 'without-tunnel');
    const app = await packageServer({ folder, dist: world.dist, programs: null });
    const { paths } = await filesOfFolder(app);
    expect(paths.filter((path) => path.startsWith('assets/bin/'))).toEqual([]);
  });

  it('is refused when the tunnel program is wanted and was not fetched', async () => {
    const { dist, checksums } = world;
    const programs = join(world.folder, 'no-programs');
    const folder = join(world.folder, 'refused');
    await expect(packageServer({ folder, dist, programs, checksums })).rejects.toThrow(
      'The package is not complete.',
    );
  });
});
