import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { INSPECTOR, type Era } from '../../clients/inspector.ts';
import { createPaperBrowser } from '../paper-browser.ts';
import { allow, startWorld, type World } from '../world.ts';
import { freePort } from './free-port.ts';
import { watchOutput } from './watched-output.ts';

const ERAS: Era[] = ['legacy', 'auto', 'modern'];

/** Ends at the bell: the Inspector prints the address as a link for terminals. */
const AUTHORIZE_URL = /(http:\/\/127\.0\.0\.1:\d+\/api\/oauth\/authorize\?[^\s\p{Cc}]+)[\s\p{Cc}]/u;

// It asks people only at a terminal, and `script` lends it one; its words are other ones on other systems.
describe.runIf(process.platform === 'linux')('the Inspector’s command line, with sign-in', () => {
  let world: World;
  let home: string;

  beforeAll(async () => {
    world = await startWorld();
    home = await mkdtemp(join(tmpdir(), 'commonplace-inspector-'));
  });

  afterAll(async () => {
    await rm(home, { recursive: true });
    await world.close();
  });

  function listTools(era: Era, callbackUrl: string, result: string) {
    const words = [process.execPath, INSPECTOR, '--cli', `${world.url}/api/mcp`, '--transport', 'http'];
    const how = ['--protocol-era', era, '--callback-url', callbackUrl, '--relogin'];
    const what = ['--method', 'tools/list', '--format', 'json', '--output', result];
    const child = spawn('script', ['-qfec', [...words, ...how, ...what].join(' '), '/dev/null'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: home, BROWSER: 'true', MCP_INSPECTOR_SECRET_STORE: 'memory' },
    });
    onTestFinished(() => void child.kill());
    return { ended: once(child, 'exit'), output: watchOutput(child.stdout, child.stderr) };
  }

  test.each(ERAS)('era %s: registers, and lists the tools once a person agrees', async (era) => {
    const callbackUrl = `http://127.0.0.1:${await freePort()}/oauth/callback`;
    const result = join(home, `${era}.json`);
    const { ended, output } = listTools(era, callbackUrl, result);
    const callback = await allow(createPaperBrowser(), await output.match(AUTHORIZE_URL));
    expect(callback.startsWith(callbackUrl)).toBe(true);
    expect((await fetch(callback)).status).toBe(200);
    const [exitCode] = await ended;
    expect(exitCode, output.text()).toBe(0);
    const { tools } = JSON.parse(await readFile(result, 'utf8')) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toContain('update_doc');
  });
});
