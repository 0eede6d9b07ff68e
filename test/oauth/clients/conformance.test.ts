import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { suites } from '../../conformance/official-suite.ts';
import { createPaperBrowser } from '../paper-browser.ts';
import { allow, createProgram, startWorld, type World } from '../world.ts';
import { freePort } from './free-port.ts';
import { watchOutput } from './watched-output.ts';

const [suite] = suites;

describe('the authorization server against the official conformance suite', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld()));
  afterAll(() => world.close());

  test.each([
    { revision: '2025-06-18', checks: 2 },
    { revision: '2025-11-25', checks: 3 },
    { revision: '2026-07-28', checks: 3 },
  ])(
    'revision $revision: all $checks checks succeed, through our sign-in and consent pages',
    async ({ revision, checks }) => {
      const port = await freePort();
      const { id } = await createProgram(world.url).client({
        redirect_uris: [`http://127.0.0.1:${port}/callback`],
      });
      const words = ['authorization', '--url', world.url, '--client-id', id, '--port', String(port)];
      const about = ['--resource', `${world.url}/api/mcp`, '--spec-version', revision];
      const child = spawn(process.execPath, [String(suite?.program), ...words, ...about]);
      onTestFinished(() => void child.kill());
      const ended = once(child, 'exit');
      const output = watchOutput(child.stdout, child.stderr);

      const authorizeUrl = await output.match(/(http:\/\/\S+\/api\/oauth\/authorize\?\S+)\s/);
      await output.match(/Callback server started/);
      const callback = await allow(createPaperBrowser(), authorizeUrl);
      expect((await fetch(callback)).status).toBe(200);

      const [exitCode] = await ended;
      expect(exitCode, output.text()).toBe(0);
      expect(output.text()).toContain(`Total: ${checks} passed, 0 failed`);
    },
  );
});
