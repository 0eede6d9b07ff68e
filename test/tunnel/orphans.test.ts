import { spawn } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readPublicAccess } from '../../server/operations/public-access/read.ts';
import { createToken } from '../../server/operations/tokens/create.ts';
import type { ServerProcess } from '../processes/server-process.ts';
import { startPublicServer } from './public-server.ts';
import { atEnd, createFolder, createTunnelWorld, isRunning, QUICK, startsIn, type Script } from './world.ts';
import { PATIENCE } from '../patience.ts';

/** "No orphan process 10 s after our kill -9" (security X10). */

async function startPublic(script: Script): Promise<{ server: ServerProcess; folder: string }> {
  const folder = await createFolder();
  const server = await startPublicServer(folder, script);
  atEnd(() => server.kill());
  return { server, folder };
}

describe.concurrent('"after kill -9 of the parent the tunnel stays up and public": not ours', () => {
  it.each<[what: string, script: Script]>([
    ['the tunnel’s program ends with the server', {}],
    ['even one that does not end when it is asked to', { ignoresTerm: true }],
  ])('%s', async (_what, script) => {
    const { server, folder } = await startPublic(script);
    const [program] = await startsIn(folder);
    expect(await isRunning(program!.pid)).toBe(true);
    await server.kill();
    await vi.waitFor(async () => expect(await isRunning(program!.pid)).toBe(false), PATIENCE);
  });

  it('a server that ends as it should takes its program along before it is gone', async () => {
    const { server, folder } = await startPublic({});
    const [program] = await startsIn(folder);
    expect(await server.stop()).toBe(0);
    expect(await isRunning(program!.pid)).toBe(false);
  });
});

it('"local API untouched": a tunnel that ends again and again does not disturb the work at this computer', async () => {
  const { server, folder } = await startPublic({ exit: 1 });
  await vi.waitFor(async () => expect((await startsIn(folder)).length).toBeGreaterThan(1), PATIENCE);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const { secret } = await server.desk.run(createToken, { name: 'here' });
  const answer = await fetch(`${server.url}/api/v1/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ space: 'notes', title: 'Kettle', content: 'Descale it.' }),
  });
  expect(answer.status).toBe(201);
  expect((await server.desk.run(readPublicAccess, {})).tunnel.state).toMatch(
    /^(?:backing_off|starting|connecting)$/,
  );
});

describe.concurrent('what a former run left over', () => {
  const note = (folder: string) => join(folder, 'tunnel', 'program.json');

  it('is ended at the next start: process id and start time are the noted ones', async () => {
    const { tunnel, folder, until } = await createTunnelWorld();
    const orphan = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const pid = orphan.pid ?? 0;
    atEnd(() => orphan.kill('SIGKILL'));
    await writeNote(note(folder), pid, await startTicks(pid));
    await tunnel.order(QUICK);
    await until('online');
    expect(await isRunning(pid)).toBe(false);
  });

  it('another process that got its number is left alone', async () => {
    const { tunnel, folder, until } = await createTunnelWorld();
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const pid = stranger.pid ?? 0;
    atEnd(() => stranger.kill('SIGKILL'));
    await writeNote(note(folder), pid, 'another time');
    await tunnel.order(QUICK);
    await until('online');
    expect(await isRunning(pid)).toBe(true);
  });

  it.each(['', '{', '{"pid":1,"started":"x","program":"y"}'])(
    'a note that was cut (%j) harms nobody',
    async (text) => {
      const { tunnel, folder, until } = await createTunnelWorld();
      await mkdir(join(folder, 'tunnel'));
      await writeFile(note(folder), text);
      await tunnel.order(QUICK);
      expect(await until('online')).toMatchObject({ connections: 1 });
    },
  );

  it('the note is for the owner’s eyes only, is that of the running program, and goes with it', async () => {
    const { tunnel, folder, until, starts } = await createTunnelWorld();
    await tunnel.order(QUICK);
    await until('online');
    const [start] = await starts();
    expect(JSON.parse(await readFile(note(folder), 'utf8'))).toMatchObject({ pid: start!.pid });
    expect((await stat(note(folder))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'tunnel'))).mode & 0o777).toBe(0o700);
    await tunnel.order(null);
    await vi.waitFor(() => expect(readFile(note(folder))).rejects.toThrow('ENOENT'), PATIENCE);
  });
});

async function writeNote(path: string, pid: number, started: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, JSON.stringify({ pid, started, program: '/usr/bin/cloudflared' }));
}

/** As the system names the moment when a process began. */
async function startTicks(pid: number): Promise<string> {
  const fields = await readFile(`/proc/${pid}/stat`, 'utf8');
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  return `${boot.trim()} ${fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19]}`;
}
