import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installMcpRemote, type McpRemote } from '../../clients/mcp-remote.ts';
import { createPaperBrowser } from '../paper-browser.ts';
import { allow, startWorld, type World } from '../world.ts';
import { freePort } from './free-port.ts';
import { watchOutput } from './watched-output.ts';

describe('mcp-remote as a stdio bridge, with sign-in', () => {
  let world: World;
  let remote: McpRemote;
  let url: URL;

  beforeAll(async () => {
    world = await startWorld();
    remote = await installMcpRemote();
    url = new URL('/api/mcp', world.url);
  });

  afterAll(async () => {
    await remote.remove();
    await world.close();
  });

  test('connects once a person agrees, and asks nobody the next time', async () => {
    const port = await freePort();
    const first = remote.connectWithSignIn(url, port);
    const authorizeUrl = await watchOutput(first.remarks).match(
      /(http:\/\/\S+\/api\/oauth\/authorize\?\S+)\s/,
    );
    const callback = await allow(createPaperBrowser(), authorizeUrl);
    expect(new URL(callback).port).toBe(String(port));
    expect((await fetch(callback)).status).toBe(200);
    const connected = await first.client;
    expect(await connected.callTool({ name: 'list_spaces' })).toMatchObject({
      structuredContent: { total: expect.any(Number) },
    });
    await connected.close();

    const second = remote.connectWithSignIn(url, port);
    const remarks = watchOutput(second.remarks);
    const again = await second.client;
    expect((await again.listTools()).tools.map(({ name }) => name)).toContain('update_doc');
    await again.close();
    expect(remarks.text()).not.toContain('/api/oauth/authorize');
  });
});
