import { createServer, type Server } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser/launch.ts';
import { createProgram, PASSWORD, startWorld, type World } from './world.ts';

let browser: Browser;
let world: World;
let host: Server;
let home: string;

/** An assistant's server: it takes the code and sends the person on to a place of its own, as real ones do. */
async function startHost(): Promise<void> {
  host = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/callback')
      response.writeHead(302, { location: `http://localhost:${portOf(host)}/done${search}` });
    else response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>${request.method} ${pathname}</title>`);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  home = `http://127.0.0.1:${portOf(host)}`;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

beforeAll(async () => {
  [browser, world] = await Promise.all([launchBrowser(), startWorld()]);
  await startHost();
}, 60_000);
afterAll(async () => {
  await browser.close();
  await world.close();
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
});

test.each([
  ['Allow', 'code'],
  ['Deny', 'error'],
])('in Chromium: sign-in, %s, and over two redirects to other origins', async (decision, answer) => {
  const program = createProgram(world.url);
  const client = await program.client({ redirect_uris: [`${home}/callback`] });
  const { url } = program.authorizeUrl(client);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: /Allow .Test program. into/ }).waitFor();
  await page.getByRole('button', { name: decision }).click();
  await page.waitForURL(`http://localhost:${portOf(host)}/done?**`);
  expect(await page.title()).toBe('GET /done');
  const landed = new URL(page.url()).searchParams;
  expect(landed.has(answer)).toBe(true);
  await context.close();
});
