import { createInterface } from 'node:readline';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { scriptedEnvironment, startsIn, TOKEN } from '../tunnel/world.ts';
import { commandLine, serve, temporaryFolder } from './command-line.ts';
import { PATIENCE } from '../patience.ts';

async function workspace() {
  const folder = await temporaryFolder();
  const line = commandLine(folder);
  await line.json(['init', '--username', 'ada']);
  return { folder, ...line };
}

describe('commonplace address, while no server runs', () => {
  it('says that only this computer reaches the workspace', async () => {
    const { run } = await workspace();
    expect(await run(['address'])).toMatchObject({
      code: 0,
      out: 'Only this computer reaches the workspace.\n',
    });
  });

  it('keeps what is chosen for the next start, the token in a file of its owner, never shown', async () => {
    const { folder, json, run } = await workspace();
    const words = ['address', 'tunnel', '--domain', 'https://KB.example.com', '--token-stdin'];
    const chosen = await run(words, { input: `cloudflared service install ${TOKEN}\n` });
    expect(chosen).toMatchObject({
      code: 0,
      out: expect.stringContaining('https://kb.example.com, through your tunnel'),
      err: expect.stringContaining('this counts from the next start'),
    });
    const file = join(folder, 'secrets', 'tunnel.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ token: TOKEN });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const shown = await Promise.all([
      run(['address', 'show', '--json']),
      run(['settings', 'get']),
      run(['audit', 'list', '--json']),
    ]);
    expect(JSON.stringify([chosen, shown])).not.toContain(TOKEN);
    expect(await json(['address', 'tunnel', '--forget-token'])).toEqual({ has_token: false });
    expect(await json(['address'])).toMatchObject({
      mode: 'named_tunnel',
      has_token: false,
      url: null,
      problem: { reason: 'The tunnel’s token is missing.' },
    });
  });

  it('takes a domain of one’s own, and off', async () => {
    const { json, run } = await workspace();
    expect((await run(['address', 'domain', 'kb.example.com'])).out).toContain(
      'through your own proxy; that',
    );
    expect(await json(['address', 'domain', 'kb.example.com'])).toMatchObject({
      mode: 'own_domain',
      url: 'https://kb.example.com',
      port: null,
    });
    expect(await json(['address', 'off'])).toMatchObject({
      mode: 'off',
      url: null,
      domain: 'kb.example.com',
    });
  });

  it('is refused with words that say what to do', async () => {
    const { run } = await workspace();
    const refusals: [string[], number, string, string?][] = [
      [['address', 'tunnel'], 2, 'Name the domain'],
      [
        ['address', 'tunnel', '--token-stdin', '--forget-token'],
        2,
        'Say either --token-stdin or --forget-token.',
      ],
      [
        ['address', 'tunnel', '--token-stdin', '--domain', 'kb.example.com'],
        2,
        'begins with “eyJ”',
        'no token',
      ],
      [['address', 'domain', 'kb.example.com/x'], 2, 'must be a host name such as kb.example.com'],
      [['address', 'pause'], 1, 'There is no public access that could be paused.'],
      [['address', 'resume'], 1, 'There is no public access that could be resumed.'],
    ];
    for (const [words, code, sentence, input] of refusals)
      expect(await run(words, { ...(input !== undefined && { input }) })).toMatchObject({
        code,
        err: expect.stringContaining(sentence),
      });
  });
});

describe('commonplace address, on a running server without a window', () => {
  it('goes online, pauses, resumes and ends; `serve` says each address as it comes', async () => {
    const { folder, json, run } = await workspace();
    const environment = await scriptedEnvironment(folder, { hostname: 'calm-words' });
    const server = await serve(folder, environment);
    const said: unknown[] = [];
    if (server.child.stdout)
      createInterface({ input: server.child.stdout }).on('line', (line) => said.push(JSON.parse(line)));
    const until = (event: object) => vi.waitFor(() => expect(said.at(-1)).toMatchObject(event), PATIENCE);

    await json(['address', 'trial']);
    const url = 'https://calm-words.trycloudflare.com';
    await until({ event: 'address', url });
    expect((await run(['address'])).out).toContain(`${url}, a trial whose address changes at every start`);
    expect(await json(['address', 'pause'])).toEqual({ is_paused: true });
    await until({ event: 'address', url: null, is_paused: true });
    expect((await run(['address'])).out).toContain('Public access is paused');
    expect(await json(['address', 'resume'])).toEqual({ is_paused: false });
    await until({ event: 'address', url, is_paused: false });
    expect((await run(['address', 'show', '--log'])).out).toContain(url);

    expect(await server.stop()).toBe(0);
    const programs = await startsIn(folder);
    expect(programs).toHaveLength(2);
    for (const { pid } of programs) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
