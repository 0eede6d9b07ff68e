import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createTunnelWorld, NAMED, QUICK, TOKEN } from './world.ts';

const secretOf = (token: string): string =>
  (JSON.parse(Buffer.from(token, 'base64').toString('utf8')) as { s: string }).s;

/** Every file below a folder, apart from what the scripted program notes for the test. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('starts.'))
    .map((entry) => join(entry.parentPath, entry.name));
}

it('"A token is never on a command line": nor in a log, a state or a file', async () => {
  const says = [`Settings: map[token:${TOKEN}]`, `credentials ${secretOf(TOKEN)}`];
  const { tunnel, folder, ownLog, starts, until } = await createTunnelWorld({ says });
  const states: unknown[] = [];
  tunnel.onChange(() => states.push(tunnel.state, tunnel.publicUrl, tunnel.ingress));
  await tunnel.order(NAMED);
  await until('online');

  const [start] = await starts();
  expect(start!.env['TUNNEL_TOKEN']).toBe(TOKEN);
  const { stdout: processes } = await promisify(execFile)('ps', ['-A', '-o', 'args=']);
  expect(processes).toContain('scripted-cloudflared.js tunnel');
  const shown = [
    processes,
    ...[ownLog, tunnel.log, states, start!.flags].map((part) => JSON.stringify(part)),
  ];
  for (const file of await filesBelow(folder)) {
    expect((await stat(file)).mode & 0o077, file).toBe(file.endsWith('script.json') ? 0o044 : 0);
    shown.push(await readFile(file, 'utf8'));
  }
  await tunnel.order({ ...NAMED, token: `${TOKEN}x` });
  await tunnel.order(null);
  shown.push(JSON.stringify([ownLog, tunnel.log, tunnel.state]));
  for (const text of shown) {
    // The script of this test holds the line with the token that the program is to say.
    const own = text.replaceAll(JSON.stringify(says).slice(1, -1), '');
    expect(own).not.toContain(TOKEN);
    expect(own).not.toContain(secretOf(TOKEN));
  }
  expect(tunnel.log.map(({ message }) => message)).toContain('Settings: map[token:[hidden]]');
});

it('"Scrub inherited TUNNEL_*": nothing in our environment changes what the program does', async () => {
  const inherited = {
    TUNNEL_URL: 'http://127.0.0.1:22',
    tunnel_token: 'somebody else’s',
    TUNNEL_LOGLEVEL: 'debug',
    NO_AUTOUPDATE: 'false',
    NODE_OPTIONS: '--max-old-space-size=64',
    COMMONPLACE_DATA: '/home/ada/notes',
    HTTPS_PROXY: 'http://proxy.example:3128',
  };
  const first = await createTunnelWorld();
  const [scripted, file] = ['CLOUDFLARED_BIN', 'SCRIPTED_CLOUDFLARED'];
  await first.tunnel.order(QUICK);
  await first.until('online');
  const kept = (await first.starts())[0]!.env;
  const env = { ...inherited, PATH: kept['PATH'], [scripted]: kept[scripted], [file]: kept[file] };
  const { tunnel, until } = await createTunnelWorld({}, { env });
  await tunnel.order(QUICK);
  await until('online');
  const started = (await first.starts()).at(-1)!;
  expect(Object.keys(started.env).filter((name) => name in inherited)).toEqual(['HTTPS_PROXY']);
  expect(started.flags).toEqual([
    'tunnel',
    expect.stringMatching(/^--config=.*\/tunnel\/cloudflared\.yml$/),
    '--no-autoupdate',
    '--metrics=127.0.0.1:0',
    '--output=json',
    '--loglevel=info',
    '--grace-period=5s',
    '--url=http://127.0.0.1:7420',
  ]);
});
