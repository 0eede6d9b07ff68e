import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listConnectedApps } from '../../server/operations/connected-apps/list.ts';
import { createPaperBrowser, formOn, type PaperAnswer } from './paper-browser.ts';
import { allow, consentPage, createProgram, REDIRECT, startWorld, type Client, type World } from './world.ts';

let world: World;
let client: Client;
beforeAll(async () => {
  world = await startWorld({ people: { bob: 'editor' } });
  client = await createProgram(world.url).client();
});
afterAll(() => world.close());

const program = () => createProgram(world.url);
const authorize = (changed: Record<string, string | undefined> = {}, who: Client = client) =>
  createPaperBrowser().get(program().authorizeUrl(who, changed).url);
const interactionOf = ({ location }: PaperAnswer) => new URL(location ?? 'about:blank').pathname;

describe('no code without a click on our page', () => {
  test('whoever is not signed in signs in first, and comes back to the question', async () => {
    const browser = createPaperBrowser();
    const page = await browser.open(program().authorizeUrl(client).url);
    const { pathname, searchParams } = new URL(page.url);
    expect(pathname).toBe('/sign-in');
    expect(searchParams.get('return_to')).toMatch(/^\/api\/oauth\/interaction\//);
    const consent = await consentPage(browser, program().authorizeUrl(client).url);
    expect(consent.text).toContain('Test program');
    expect(consent.text).toContain('127.0.0.1:33418');
    expect(consent.text).toContain('ada');
  });

  test('is asked again each time, though the same app, person and scopes were allowed before', async () => {
    const { browser } = await program().connect({ client });
    const again = await browser.open(program().authorizeUrl(client).url);
    expect(again.status).toBe(200);
    expect(formOn(again.text, /interaction/).fields).toHaveProperty('form_token');
    for (const changed of [{ scope: 'read' }, { redirect_uri: 'http://127.0.0.1:50000/callback' }]) {
      const other = await browser.open(program().authorizeUrl(client, changed).url);
      expect(formOn(other.text, /interaction/).fields).toHaveProperty('form_token');
    }
  });

  test('who is asked again finds the trust level chosen that the app has, so that a click on Allow raises nothing', async () => {
    const mine = await program().client();
    const chosen = async (browser = createPaperBrowser(), username = 'ada') => {
      const page = await consentPage(browser, program().authorizeUrl(mine).url, { username });
      return formOn(page.text, /interaction/).fields['trust_level'];
    };
    expect(await chosen()).toBe('full');
    const { browser } = await program().connect({ client: mine, trustLevel: 'drafts' });
    expect(await chosen(browser)).toBe('drafts');
    expect(await chosen(createPaperBrowser(), 'bob')).toBe('full');
    // Read only, because it asked for no more; that was nobody's choice.
    await program().connect({ client: mine, browser, params: { scope: 'read' } });
    expect(await chosen(browser)).toBe('full');
  });

  test('prompt=none never gives a code; of an app that nobody ever let in the answer stays on our page', async () => {
    const stranger = await program().client();
    const { browser } = await program().connect({ client });
    const unknown = await browser.open(program().authorizeUrl(stranger, { prompt: 'none' }).url);
    expect([unknown.status, unknown.location]).toEqual([400, undefined]);
    expect(unknown.text).toContain('The app was not connected');
    const known = await browser.get(program().authorizeUrl(client, { prompt: 'none' }).url);
    expect(Object.fromEntries(new URL(known.location ?? '').searchParams)).toMatchObject({
      error: 'login_required',
      iss: world.url,
      state: 'state-of-the-client',
    });
  });

  test('the question is not stored, framed or sent on, and no form-action stops the redirects behind it', async () => {
    const { headers } = await consentPage(createPaperBrowser(), program().authorizeUrl(client).url);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('form-action');
  });

  test('every step is a 303: a 307 would send the person’s answer to the app', async () => {
    const browser = createPaperBrowser();
    const page = await consentPage(browser, program().authorizeUrl(client).url);
    const { action, fields } = formOn(page.text, /interaction/);
    const answered = await browser.post(world.url + action, { ...fields, decision: 'allow' });
    expect(answered.status).toBe(303);
    const resumed = await browser.get(answered.location ?? '');
    expect(resumed.status).toBe(303);
    expect(resumed.location).toMatch(/^http:\/\/127\.0\.0\.1:33418\/callback\?code=/);
  });

  test('the answer says who gave it (iss), byte for byte as the metadata does; so does a no', async () => {
    for (const [decision, name] of [
      ['allow', 'code'],
      ['deny', 'error'],
    ] as const) {
      const landed = new URL(
        await allow(createPaperBrowser(), program().authorizeUrl(client).url, { decision }),
      );
      expect(landed.searchParams.get('iss')).toBe(world.url);
      expect(landed.searchParams.get('state')).toBe('state-of-the-client');
      expect(landed.searchParams.get(name)).toMatch(decision === 'deny' ? /^access_denied$/ : /^.{43}$/);
    }
  });
});

describe('the answer to the question', () => {
  const ask = async (username = 'ada') => {
    const browser = createPaperBrowser();
    const page = await consentPage(browser, program().authorizeUrl(client).url, { username });
    return { browser, page, ...formOn(page.text, /interaction/) };
  };
  const cookieHeader = (browser: ReturnType<typeof createPaperBrowser>, choose: (name: string) => boolean) =>
    browser
      .cookies()
      .filter(({ name }) => choose(name))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');

  test('counts once: of two at the same moment, and of a later one, no second code comes', async () => {
    const { browser, action, fields } = await ask();
    const send = () => browser.post(world.url + action, { ...fields, decision: 'allow' });
    const both = await Promise.all([send(), send()]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([303, 400]));
    const done = await browser.follow(both.find(({ status }) => status === 303) ?? both[0]);
    expect(new URL(done.url).searchParams.get('code')).not.toBeNull();
    expect((await send()).status).toBe(400);
  });

  test('from another browser, another session, another site, without or with a wrong token: refused', async () => {
    const { browser, action, fields } = await ask();
    const url = world.url + action;
    const answer = { ...fields, decision: 'allow' };
    const other = await ask('bob');
    expect((await other.browser.post(url, answer)).status).toBe(400);
    const borrowed = `${cookieHeader(browser, (name) => name.startsWith('cpl_oauth'))}; ${cookieHeader(other.browser, (name) => !name.startsWith('cpl_oauth'))}`;
    const stranger = createPaperBrowser();
    expect((await stranger.post(url, answer, { cookie: borrowed })).status).toBe(403);
    expect(
      (
        await stranger.post(
          url,
          { ...answer, form_token: other.fields['form_token'] ?? '' },
          { cookie: cookieHeader(browser, (name) => name.startsWith('cpl_oauth')) },
        )
      ).status,
    ).toBe(401);
    expect(
      (await browser.post(url, answer, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }))
        .status,
    ).toBe(403);
    expect((await browser.post(url, { ...answer, form_token: 'x'.repeat(43) })).status).toBe(403);
    expect((await browser.post(url, { decision: 'allow', trust_level: 'full' })).status).toBe(403);
    expect((await browser.post(url, answer)).status).toBe(303);
  });

  test('after more than ten minutes: refused', async () => {
    const { browser, action, fields } = await ask();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    const late = await browser.post(world.url + action, { ...fields, decision: 'allow' });
    vi.useRealTimers();
    expect([late.status, late.text]).toEqual([400, expect.stringContaining('has expired')]);
  });

  test('must be a yes or a no and a known trust level; a GET answers nothing', async () => {
    const { browser, action, fields } = await ask();
    const url = world.url + action;
    const wrongs: Record<string, string>[] = [
      { decision: '' },
      { decision: 'yes' },
      { decision: 'allow', trust_level: 'root' },
    ];
    for (const wrong of wrongs) {
      expect((await browser.post(url, { ...fields, ...wrong })).status).toBe(400);
    }
    expect((await browser.get(`${url}?decision=allow&form_token=${fields['form_token']}`)).status).toBe(200);
  });

  test('of somebody who signed out meanwhile: refused', async () => {
    const { browser, action, fields } = await ask();
    const out = formOn((await browser.get(`${world.url}/sign-out`)).text, /sign-out/);
    await browser.post(`${world.url}/sign-out`, out.fields);
    expect((await browser.post(world.url + action, { ...fields, decision: 'allow' })).status).toBe(401);
  });

  test('of a question that nobody asked: a page that says so', async () => {
    const browser = createPaperBrowser();
    const page = await browser.get(`${world.url}/api/oauth/interaction/${'x'.repeat(43)}`);
    expect(page.status).toBe(400);
    expect(page.text).toContain('has expired, or was answered already');
    expect(page.headers['content-type']).toContain('text/html');
  });

  test('is kept as a connected app of this person, with the trust level that they chose', async () => {
    const mine = await program().client({ client_name: 'Mine\u202E' });
    await allow(createPaperBrowser(), program().authorizeUrl(mine, { scope: 'read' }).url, {
      username: 'bob',
      trustLevel: 'read',
    });
    const { items } = await world.desk(listConnectedApps, { username: 'bob' });
    expect(items.filter(({ client_id }) => client_id === mine.id)).toMatchObject([
      {
        name: 'Mine',
        identity_host: null,
        redirect_host: '127.0.0.1',
        base_url: world.url,
        scopes: ['read'],
        trust_level: 'read',
      },
    ]);
  });
});

test('none of it was a fault of ours', () => {
  expect(world.log.filter((line) => line.includes('"level":50'))).toEqual([]);
});

describe('redirect addresses', () => {
  const registered = 'https://app.example/callback';
  const NEAR = [
    'https://app.example/callback/',
    'https://app.example/callback?x=1',
    'https://app.example/callback#x',
    'https://app.example/Callback',
    'https://app.example/callbac',
    'https://app.example/callback/../callback',
    'https://app.example/%63allback',
    'https://app.example//callback',
    'https://app.example:443/callback',
    'https://app.example:8443/callback',
    'https://APP.example/callback',
    'http://app.example/callback',
    'https://app.example.evil.example/callback',
    'https://evil.example/app.example/callback',
    'https://app.example@evil.example/callback',
    'https://user@app.example/callback',
    'https://app.example\\@evil.example/callback',
    'https://evil.example\\.app.example/callback',
    ' https://app.example/callback',
    'https://app.example/callback ',
    'https://app.example/callback\n',
    'https://app.example/callback\0',
    'https://app.example./callback',
    '//app.example/callback',
    '/callback',
    'javascript:alert(1)//https://app.example/callback',
    'https://app.example/callback;x',
    'https:app.example/callback',
    'https:///app.example/callback',
    'https://аpp.example/callback',
    '*',
    'https://*.example/callback',
  ];
  const NEAR_LOOPBACK = [
    'http://127.0.0.1:80@evil.example/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://127.0.0.2:33418/callback',
    'http://localhost:33418/callback',
    'http://[::1]:33418/callback',
    'https://127.0.0.1:33418/callback',
    'http://127.0.0.1:33418/callback/',
    'http://127.0.0.1:33418/',
    'http://2130706433:33418/callback',
    'http://127.0.0.1:99999/callback',
    'http://127.0.0.1:3341x/callback',
    'http://evil.example:33418/callback',
    'http://0.0.0.0:33418/callback',
  ];

  test('match exactly: none of these leads anywhere but to our page', async () => {
    const web = await program().client({ redirect_uris: [registered] });
    for (const [who, uris] of [
      [web, NEAR],
      [client, NEAR_LOOPBACK],
    ] as const) {
      for (const redirect_uri of uris) {
        const answer = await authorize({ redirect_uri }, who);
        expect([answer.status, answer.location], redirect_uri).toEqual([400, undefined]);
        expect(answer.text).toContain('The app was not connected');
      }
    }
  });

  test('but for the port of a loopback address (RFC 8252)', async () => {
    for (const [uri, used] of [
      [REDIRECT, 'http://127.0.0.1:50123/callback'],
      ['http://localhost/callback', 'http://localhost:50123/callback'],
      ['http://[::1]:1/callback', 'http://[::1]:50123/callback'],
    ] as const) {
      const native = await program().client({ redirect_uris: [uri] });
      const landed = await allow(
        createPaperBrowser(),
        program().authorizeUrl({ ...native, redirectUri: used }).url,
      );
      expect(landed.startsWith(`${used}?code=`), landed).toBe(true);
    }
  });

  test('must be named', async () => {
    expect((await authorize({ redirect_uri: undefined })).location).toBeUndefined();
  });
});

describe('what is asked for', () => {
  test.each([
    ['no scope', undefined, 'read write'],
    ['an unknown scope only', 'claudeai', 'read write'],
    ['an unknown scope besides', 'read openid profile', 'read'],
    ['reading', 'read offline_access', 'read'],
    ['offline access only', 'offline_access', 'read write'],
  ])('%s', async (_name, scope, granted) => {
    const { tokens } = await program().connect({ client, params: { scope } });
    expect(tokens.scope).toBe(granted);
    expect(tokens.refresh_token).toMatch(/^.{43}$/);
  });

  test.each([
    { prompt: 'consent' },
    { prompt: 'login' },
    { prompt: 'login consent' },
    { max_age: '0', acr_values: 'x' },
  ])('to be asked, which everybody is anyway: %o', async (params) => {
    expect((await program().connect({ client, params })).tokens.scope).toBe('read write');
  });

  test('another response mode, response type or flow: nothing but our page for an app that nobody let in', async () => {
    const stranger = await program().client();
    for (const changed of [
      { response_mode: 'form_post' },
      { response_mode: 'fragment' },
      { response_mode: 'web_message' },
      { response_mode: 'query.jwt' },
      { response_type: 'token' },
      { response_type: 'code id_token' },
      { response_type: 'none' },
      { response_type: undefined },
      { request: 'x.y.z' },
      { request_uri: 'https://evil.example/r' },
      { registration: '{}' },
      { prompt: 'create' },
      { resource: 'https://evil.example/mcp' },
      { code_challenge: undefined },
      { code_challenge_method: 'plain' },
      { code_challenge_method: undefined },
      { code_challenge: 'short' },
      { code_challenge: 'x'.repeat(200) },
    ]) {
      const answer = await authorize(changed, stranger);
      expect([answer.status, answer.location], JSON.stringify(changed)).toEqual([400, undefined]);
      expect(answer.text).toContain('The app was not connected');
    }
  });

  test('an unknown app: our page', async () => {
    for (const client_id of ['nobody', '', 'https://', '../x', undefined]) {
      const answer = await authorize({ client_id });
      expect([answer.status, answer.location]).toEqual([400, undefined]);
    }
  });

  test('the same request twice over in one address is refused', async () => {
    const { url } = program().authorizeUrl(client);
    const answer = await createPaperBrowser().get(`${url}&state=other&redirect_uri=https://evil.example/`);
    expect([answer.status, answer.location]).toEqual([400, undefined]);
  });

  test('a good request waits for its person under an address of its own', async () => {
    expect(interactionOf(await authorize())).toMatch(/^\/api\/oauth\/interaction\/[\w-]{43}$/);
  });
});
