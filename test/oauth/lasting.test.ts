import { afterEach, describe, expect, test, vi } from 'vitest';
import { listConnectedApps } from '../../server/operations/connected-apps/list.ts';
import { createPaperBrowser, formOn } from './paper-browser.ts';
import { consentPage, createProgram, startWorld, type World, type WorldOptions } from './world.ts';

let world: World | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await world?.close();
  world = undefined;
});

const start = async (options: WorldOptions = {}) => (world = await startWorld(options));
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const advance = (milliseconds: number) =>
  void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });

describe('a connection', () => {
  test('survives a restart of the server, and the move of its folder', async () => {
    const here = await start();
    const { url } = here;
    const program = createProgram(url);
    const { client, tokens } = await program.connect();
    await here.restart();
    expect((await program.call(tokens.access_token)).status).toBe(200);
    const { body } = await program.refresh(client, tokens.refresh_token);
    const moved = `${here.folder}-moved`;
    await here.restart({ folder: moved });
    expect((await program.call(String(body['access_token']))).status).toBe(200);
    expect((await program.refresh(client, String(body['refresh_token']))).status).toBe(200);
  });

  test('is not noticed to be in the making by a restart between question and answer', async () => {
    const here = await start();
    const { url } = here;
    const program = createProgram(url);
    const client = await program.client();
    const browser = createPaperBrowser();
    const request = program.authorizeUrl(client);
    const page = await consentPage(browser, request.url);
    await here.restart();
    const { action, fields } = formOn(page.text, /interaction/);
    const answered = await browser.post(url + action, { ...fields, decision: 'allow' });
    expect(answered.status, answered.text).toBe(303);
    await here.restart();
    const { url: landed } = await browser.follow(answered);
    const code = new URL(landed).searchParams.get('code') ?? '';
    await here.restart();
    expect((await program.redeem(client, code, request.verifier)).status).toBe(200);
  });

  test('lives on an hourly refresh for 30 days, whatever becomes of the browser that it began in', async () => {
    const here = await start();
    const { url } = here;
    const program = createProgram(url);
    const { client, tokens } = await program.connect();
    let { access_token: access, refresh_token: refresh } = tokens;
    for (let hour = 1; hour <= 30 * 24; hour += 1) {
      advance(HOUR);
      if (hour === 300) await here.restart();
      const before = hour % 100 === 0 ? (await program.call(access)).status : 401;
      const { status, body, text } = await program.refresh(client, refresh);
      expect(status, `hour ${hour}: ${text}`).toBe(200);
      [access, refresh] = [String(body['access_token']), String(body['refresh_token'])];
      const after = hour % 100 === 0 ? (await program.call(access)).status : 200;
      expect([before, after]).toEqual([401, 200]);
    }
    expect((await program.call(access)).status).toBe(200);
  }, 300_000);

  test('ends after 30 days without use', async () => {
    const program = createProgram((await start()).url);
    const { client, tokens } = await program.connect();
    advance(30 * DAY - 5_000);
    const second = await program.refresh(client, tokens.refresh_token);
    expect(second.status).toBe(200);
    advance(30 * DAY);
    const over = await program.refresh(client, String(second.body['refresh_token']));
    expect([over.status, over.body['error']]).toEqual([400, 'invalid_grant']);
  });

  test('ends after 365 days in any case', async () => {
    const { url } = await start();
    const program = createProgram(url);
    const used = await program.connect();
    let refresh = used.tokens.refresh_token;
    for (let days = 29; days < 365; days += 29) {
      advance(29 * DAY);
      const answer = await program.refresh(used.client, refresh);
      expect(answer.status, `day ${days}: ${answer.text}`).toBe(200);
      refresh = String(answer.body['refresh_token']);
    }
    advance(29 * DAY);
    const over = await program.refresh(used.client, refresh);
    expect([over.status, over.body['error']]).toEqual([400, 'invalid_grant']);
  });
});

describe('another public address', () => {
  const at = (host: string) => ({
    'allowed-hosts': 'one.example.com,two.example.com',
    'base-url': `https://${host}`,
  });

  test('old tokens are refused there, the app is said to have to reconnect, and a new connection works', async () => {
    const here = await start({ flags: at('one.example.com') });
    const { url } = here;
    const one = createProgramBehind('one.example.com', url);
    const { client, tokens } = await one.connect();
    expect((await one.call(tokens.access_token)).status).toBe(200);

    await here.restart({ flags: at('two.example.com') });
    const two = createProgramBehind('two.example.com', url);
    const refused = await two.call(tokens.access_token);
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining('https://two.example.com/.well-known/'),
    ]);
    expect((await two.refresh(client, tokens.refresh_token)).body['error']).toBe('invalid_target');
    expect((await world?.desk(listConnectedApps, {}))?.items).toMatchObject([
      { base_url: 'https://one.example.com', needs_reconnect: true },
    ]);
    const again = await two.connect({ client });
    expect((await two.call(again.tokens.access_token)).status).toBe(200);
    expect((await world?.desk(listConnectedApps, {}))?.items).toMatchObject([
      { base_url: 'https://two.example.com', needs_reconnect: false },
      { base_url: 'https://one.example.com', needs_reconnect: true },
    ]);

    await here.restart({ flags: at('one.example.com') });
    expect((await one.refresh(client, tokens.refresh_token)).status).toBe(200);
  });
});

test('a token of another workspace is nothing here', async () => {
  const { url } = await start();
  const other = await startWorld();
  try {
    const { tokens } = await createProgram(other.url).connect();
    expect((await createProgram(url).call(tokens.access_token)).status).toBe(401);
  } finally {
    await other.close();
  }
});

/** A program whose requests come through a proxy of this name. */
function createProgramBehind(host: string, url: string) {
  return createProgram(`https://${host}`, { behindProxyOf: url });
}
