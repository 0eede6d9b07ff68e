import { describe, expect, test } from 'vitest';
import { isSignedIn, PASSWORD, signIn, startSignIn } from './world.ts';
import { encode, formTokenOf, SAME_ORIGIN } from './visitor.ts';

const RIGHT = { username: 'editor', password: PASSWORD };

describe('"all POSTs: CSRF token + Sec-Fetch-Site/Origin check" (security P5)', () => {
  test.each<[string, Record<string, string>]>([
    ['a form of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a form of a neighbouring host', { 'sec-fetch-site': 'same-site' }],
    ['a form that no page sent', { 'sec-fetch-site': 'none' }],
    ['another Origin', { origin: 'https://evil.example' }],
    ['Origin: null, as from a sandboxed frame', { origin: 'null' }],
    ['Origin: null that claims to be ours', { ...SAME_ORIGIN, origin: 'null' }],
    ['JSON as text/plain, which needs no preflight', { 'content-type': 'text/plain' }],
    ['JSON', { 'content-type': 'application/json' }],
    ['a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['another character set', { 'content-type': 'application/x-www-form-urlencoded; charset=utf-16' }],
    ['a compressed form', { 'content-encoding': 'gzip' }],
  ])('%s is refused, with the right password and the right token', async (_what, headers) => {
    const { visitor, checked } = await startSignIn();
    const browser = visitor();
    const token = formTokenOf(await browser.open('/sign-in'));
    const page = await browser.post('/sign-in', encode({ form_token: token, ...RIGHT }), headers);
    expect(page.status).toBe(403);
    expect(checked).toEqual([]);
    expect(browser.cookies.has('cpl_session')).toBe(false);
  });

  test('our own Origin is accepted, with the scheme that the browser sees', async () => {
    const { visitor, server } = await startSignIn();
    const page = await visitor().submit('/sign-in', RIGHT, { headers: { origin: server.url } });
    expect(page.status).toBe(303);
  });

  test.each([
    ['no token', {}],
    ['an empty one', { form_token: '' }],
    ['an invented one', { form_token: 'x'.repeat(43) }],
    ['another one of the right length', { form_token: 'é'.repeat(43) }],
  ])('%s is refused', async (_what, fields) => {
    const { visitor, checked } = await startSignIn();
    const browser = visitor();
    await browser.open('/sign-in');
    const page = await browser.post('/sign-in', encode({ ...fields, ...RIGHT }));
    expect(page.status).toBe(403);
    expect(page.words).toContain('This page is too old');
    expect(checked).toEqual([]);
  });

  test('a token of another browser is refused, and so is one without its cookie', async () => {
    const { visitor } = await startSignIn();
    const stolen = formTokenOf(await visitor().open('/sign-in'));
    const browser = visitor();
    expect((await browser.post('/sign-in', encode({ form_token: stolen, ...RIGHT }))).status).toBe(403);
    await browser.open('/sign-in');
    expect((await browser.post('/sign-in', encode({ form_token: stolen, ...RIGHT }))).status).toBe(403);
  });

  test('a token from before the sign-in does nothing after it, nor one from before the sign-out', async () => {
    const { visitor } = await startSignIn();
    const browser = visitor();
    const before = formTokenOf(await browser.open('/sign-in'));
    await signIn(browser);
    expect((await browser.post('/sign-out', encode({ form_token: before }))).status).toBe(403);
    const during = formTokenOf(await browser.open('/account'));
    await browser.submit('/sign-out', {});
    expect((await browser.post('/sign-in', encode({ form_token: during, ...RIGHT }))).status).toBe(403);
  });

  test('"replay after sign-out": the cookie and the form of before are worth nothing', async () => {
    const { visitor } = await startSignIn();
    const browser = visitor();
    await signIn(browser);
    const replayed = new Map(browser.cookies);
    const token = formTokenOf(await browser.open('/account'));
    const page = await browser.submit('/sign-out', {});
    expect(page).toMatchObject({ status: 303, location: '/sign-out' });
    expect((await browser.open('/sign-out')).words).toContain('You are signed out');
    const thief = visitor();
    for (const [name, value] of replayed) thief.cookies.set(name, value);
    expect(await isSignedIn(thief)).toBe(false);
    const form = encode({
      form_token: token,
      current_password: PASSWORD,
      password: 'new words for the thief',
    });
    expect((await thief.post('/account/password', form)).location).toContain('/sign-in');
  });

  test('a link alone signs nobody out', async () => {
    const { visitor } = await startSignIn();
    const browser = visitor();
    await signIn(browser);
    expect((await browser.open('/sign-out')).words).toContain('Sign out of this browser?');
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('a field that is sent twice is refused', async () => {
    const { visitor } = await startSignIn();
    const browser = visitor();
    const token = formTokenOf(await browser.open('/sign-in'));
    const form = `${encode({ form_token: token, ...RIGHT })}&username=admin`;
    expect((await browser.post('/sign-in', form)).status).toBe(400);
  });

  test('a form of a megabyte is refused, with a page', async () => {
    const { visitor } = await startSignIn();
    const browser = visitor();
    const token = formTokenOf(await browser.open('/sign-in'));
    const page = await browser.post(
      '/sign-in',
      encode({ form_token: token, ...RIGHT, more: 'x'.repeat(1_000_000) }),
    );
    expect(page.status).toBe(413);
    expect(page.headers['content-type']).toContain('text/html');
  });
});

describe('every page (security P6)', () => {
  const PATHS = [
    '/sign-in',
    '/sign-in/code',
    '/sign-out',
    '/invitation/cpl_inv_nothing',
    '/account',
    '/account/password',
  ];

  test.each(PATHS)(
    '%s may be framed, stored, indexed and led elsewhere by nobody, and runs no script',
    async (path) => {
      const { visitor } = await startSignIn();
      const browser = visitor();
      if (path.startsWith('/account')) await signIn(browser);
      const { headers, text } = await browser.open(path);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy':
          "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'",
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'x-content-type-options': 'nosniff',
      });
      expect(text).not.toMatch(/<script|<style|\son\w+=|\sstyle=/i);
      expect(text).toContain('<html lang="en">');
    },
  );

  test('over https they ask for https from then on', async () => {
    const { visitor } = await startSignIn({ baseUrl: 'https://kb.example.com' });
    expect((await visitor().open('/sign-in')).headers['strict-transport-security']).toBe('max-age=31536000');
  });

  test('stylesheets have an address of their content, and may be kept for ever', async () => {
    const { visitor } = await startSignIn();
    const browser = visitor();
    await signIn(browser);
    const { text } = await browser.open('/account');
    const addresses = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(
      ([, href = '']) => href,
    );
    expect(addresses).toEqual([
      expect.stringMatching(/^\/page-assets\/stylesheet-[0-9a-f]{16}\.css$/),
      expect.stringMatching(/^\/page-assets\/list-style-[0-9a-f]{16}\.css$/),
    ]);
    for (const address of addresses) {
      const { status, headers } = await browser.open(address);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    }
    for (const path of [
      addresses[0]?.replace(/-[0-9a-f]{16}/, '-0000000000000000') ?? '',
      '/page-assets/stylesheet.css',
      '/page-assets/__proto__-0.css',
      '/page-assets/..%2f..%2fpackage.json',
    ])
      expect((await browser.open(path)).status).toBe(404);
  });

  test('a mistyped address is a page for people and JSON for programs, and below /api/ for everybody', async () => {
    const { visitor } = await startSignIn();
    const browser = visitor({ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    const page = await browser.open('/sing-in');
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.words).toContain('People start at /.');
    for (const [reader, path] of [
      [visitor(), '/sing-in'],
      [browser, '/api/v1/nothing'],
      [browser, '/.well-known/nothing'],
      [browser, '/.WELL-KNOWN/nothing'],
    ] as const) {
      const answer = await reader.open(path);
      expect([answer.status, answer.headers['content-type']], path).toEqual([
        404,
        'application/json; charset=utf-8',
      ]);
    }
  });

  test('a fault of ours is a page that tells nothing but where the owner finds it', async () => {
    const world = await startSignIn();
    const { services } = world.server.workspace;
    services.passwords = { ...services.passwords, verify: () => Promise.reject(new Error('secret detail')) };
    const page = await signIn(world.visitor());
    expect(page.status).toBe(500);
    expect(page.text).not.toContain('secret detail');
    expect(page.words).toContain('Request id');
    expect(page.words).toContain(page.headers['x-request-id']);
  });
});
