import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../browser/launch.ts';
import { CERTIFICATE, PRIVATE_KEY } from './certificates.ts';
import { createProgram, PASSWORD, startWorld, type Client, type World } from './world.ts';

let browser: Browser;
let world: World;
let plainHost: Server;
let secureHost: Server;

const RESOLVE = '--host-resolver-rules=MAP kb.example.com 127.0.0.1, MAP docs.example.com 127.0.0.1';

/** An assistant's server: it takes the code and sends the person on to a place of its own, as real ones do. */
const answerAsHost =
  (home: string): RequestListener =>
  (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const [, port] = request.headers.host?.split(':') ?? [];
    if (pathname === '/callback') response.writeHead(302, { location: `${home}:${port}/done${search}` });
    else response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>${request.method} ${pathname}</title>`);
  };

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

beforeAll(async () => {
  [browser, world] = await Promise.all([launchBrowser([RESOLVE]), startWorld()]);
  plainHost = createServer(answerAsHost('http://localhost'));
  secureHost = createTlsServer(
    { cert: CERTIFICATE, key: PRIVATE_KEY },
    answerAsHost('https://docs.example.com'),
  );
  for (const host of [plainHost, secureHost])
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await browser.close();
  await world.close();
  for (const host of [plainHost, secureHost]) {
    host.closeAllConnections();
    await new Promise((resolve) => host.close(resolve));
  }
});

/** A client whose person stands before the consent page, in a browser without scripts. */
async function atConsent(redirectUri: string) {
  const program = createProgram(world.url);
  const client = await program.client({ redirect_uris: [redirectUri] });
  const { url, verifier } = program.authorizeUrl(client);
  const context = await browser.newContext({ javaScriptEnabled: false, ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: /Allow .Test program. into/ }).waitFor();
  return { page, client, verifier };
}

interface Landed {
  page: Page;
  client: Client;
  verifier: string;
  address: string;
}

/** What the client was told is complete: a code that it redeems, or that the person said no. */
async function outcome({ page, client, verifier, address }: Landed): Promise<unknown> {
  const told = new URL(address).searchParams;
  await page.context().close();
  expect([told.get('state'), told.get('iss')]).toEqual(['state-of-the-client', world.url]);
  const code = told.get('code');
  if (code === null) return told.get('error');
  const { status } = await createProgram(world.url).redeem(client, code, verifier);
  return status;
}

/** Browsers apply a policy's `form-action` to every redirect behind a form, so that ours names none (security P6). */
describe.each([
  ['Allow', 200],
  ['Deny', 'access_denied'],
])('in Chromium: sign-in, %s', (decision, expected) => {
  test.each([
    ['http://127.0.0.1', 'http://localhost', () => plainHost],
    ['https://kb.example.com', 'https://docs.example.com', () => secureHost],
  ])('and over redirects to other origins, %s and %s', async (first, second, host) => {
    const port = portOf(host());
    const { page, ...asked } = await atConsent(`${first}:${port}/callback`);
    await page.getByRole('button', { name: decision }).click();
    await page.waitForURL(`${second}:${port}/done?**`);
    expect(await page.title()).toBe('GET /done');
    expect(await outcome({ page, ...asked, address: page.url() })).toBe(expected);
  });

  test('and on to a program of this computer, by a scheme of its own', async () => {
    const redirectUri = 'cursor://anysphere.cursor-mcp/oauth/callback';
    const { page, ...asked } = await atConsent(redirectUri);
    // A policy that forbade it would stop the browser one hop earlier; with no program there, it gives up after.
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.url().startsWith(redirectUri)),
      page.getByRole('button', { name: decision }).click({ noWaitAfter: true }),
    ]);
    expect(request.isNavigationRequest()).toBe(true);
    expect(await outcome({ page, ...asked, address: request.url() })).toBe(expected);
  });
});
