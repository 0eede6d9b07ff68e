import { describe, expect, test } from 'vitest';
import { updateUser } from '../../server/operations/users/update.ts';
import { isSignedIn, PASSWORD, signIn, startSignIn } from './world.ts';

const HOUR = 3_600_000;

describe('signing in with a password', () => {
  test('given the right one, the browser is signed in and goes where it wanted to', async () => {
    const { visitor } = await startSignIn();
    const browser = visitor();
    expect(await isSignedIn(browser)).toBe(false);
    const page = await signIn(browser, { return_to: '/api/oauth/interaction/abc?x=1' });
    expect(page.status).toBe(303);
    expect(page.location).toBe('/api/oauth/interaction/abc?x=1');
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('usernames are taken without case and blanks around them', async () => {
    const { visitor } = await startSignIn();
    expect((await signIn(visitor(), { username: ' Editor ' })).status).toBe(303);
  });

  test('who is signed in already goes on at once', async () => {
    const { visitor } = await startSignIn();
    const browser = visitor();
    await signIn(browser);
    const page = await browser.open('/sign-in?return_to=%2Faccount%2Fpassword');
    expect(page).toMatchObject({ status: 303, location: '/account/password' });
  });

  test('a route of the app, which stands behind the #, is kept', async () => {
    const { visitor } = await startSignIn();
    const page = await signIn(visitor(), { return_to: '/#/documents/doc_0123456789ab?section=2' });
    expect(page.location).toBe('/#/documents/doc_0123456789ab?section=2');
  });

  test.each([
    ['/sign-in', 'code', '/sign-in/code'],
    ['/sign-in/code', 'password', '/sign-in'],
  ])('from %s the way to the other form (%s) is %s, and keeps where to go then', async (from, way, to) => {
    const { visitor } = await startSignIn();
    const page = await visitor().open(`${from}?with=${way}&return_to=%2F%23%2Fdocuments`);
    expect(page).toMatchObject({ status: 303, location: `${to}?return_to=%2F%23%2Fdocuments` });
  });

  test.each(['constructor', 'nonsense'])('an unknown way, %s, is none', async (way) => {
    const { visitor } = await startSignIn();
    expect((await visitor().open(`/sign-in?with=${way}`)).status).toBe(200);
  });

  test('a page for people who are signed in sends others to sign in first, and back', async () => {
    const { visitor } = await startSignIn();
    const page = await visitor().open('/account/password');
    expect(page).toMatchObject({ status: 303, location: '/sign-in?return_to=%2Faccount%2Fpassword' });
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\tevil',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/a/..//evil.example',
    '//evil.example/#/documents',
    '#//evil.example',
    '/ü',
    '',
    `/${'x'.repeat(3000)}`,
  ])('"return_to only to our own paths": %j is not followed', async (target) => {
    const { visitor } = await startSignIn();
    expect((await signIn(visitor(), { return_to: target })).location).toBe('/');
  });

  test('the wrong password shows the form again, with the name but without the password', async () => {
    const { visitor } = await startSignIn();
    const page = await signIn(visitor(), { password: 'not my password' });
    expect(page.status).toBe(403);
    expect(page.words).toContain('Username or password is wrong.');
    expect(page.text).toContain('value="editor"');
    expect(page.text).not.toContain('not my password');
    expect(page.headers['www-authenticate']).toBeUndefined();
  });

  test('"rehash on sign-in when parameters rise": an outdated hash is replaced', async () => {
    const world = await startSignIn();
    const { services } = world.server.workspace;
    await world.change('editor', { password_hash: 'old' });
    services.passwords = { ...services.passwords, verify: async (_password, hash) => hash === 'old' };
    expect((await signIn(world.visitor())).status).toBe(303);
    expect(world.user('editor').password_hash).toBe(`hash of ${PASSWORD}`);
  });

  test('a password that is changed while it is checked signs nobody in', async () => {
    const world = await startSignIn();
    const { services } = world.server.workspace;
    services.passwords = {
      ...services.passwords,
      async verify() {
        await world.change('editor', { password_hash: 'hash of another' });
        return true;
      },
    };
    const browser = world.visitor();
    expect((await signIn(browser)).status).toBe(403);
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe('"unknown user, wrong password, disabled user: same text, status, time" (security P4)', () => {
  test('they answer alike, and each costs one comparison', async () => {
    const world = await startSignIn();
    await world.change('approver', { password_hash: `hash of ${PASSWORD}`, disabled: true });
    const tries = [
      { username: 'editor', password: 'wrong' },
      { username: 'nobody', password: PASSWORD },
      { username: 'approver', password: PASSWORD },
      { username: 'viewer', password: PASSWORD },
      { username: '', password: '' },
    ];
    const answers = [];
    for (const fields of tries) {
      const { status, words } = await signIn(world.visitor(), fields);
      answers.push({ status, words });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(403);
    expect(world.checked).toHaveLength(tries.length);
    // Those without a password are compared with a hash that nobody has.
    expect(world.checked.map(({ hash }) => hash === null)).toEqual([false, true, true, true, true]);
  });
});

describe('the session (security P5)', () => {
  test('"idle 12 h": a browser that asks nothing for so long is signed out; one that asks is not', async () => {
    const { visitor, server } = await startSignIn();
    const [quiet, busy] = [visitor(), visitor()];
    await signIn(quiet);
    await signIn(busy);
    server.workspace.clock.advance(6 * HOUR);
    expect(await isSignedIn(busy)).toBe(true);
    server.workspace.clock.advance(6 * HOUR);
    expect(await isSignedIn(busy)).toBe(true);
    expect(await isSignedIn(quiet)).toBe(false);
  });

  test('"absolute 7 d": however busy it is', async () => {
    const { visitor, server } = await startSignIn();
    const browser = visitor();
    await signIn(browser);
    for (let hours = 6; hours < 7 * 24; hours += 6) {
      server.workspace.clock.advance(6 * HOUR);
      expect(await isSignedIn(browser)).toBe(true);
    }
    server.workspace.clock.advance(6 * HOUR);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('"last_seen at most every 5 minutes": pages cost no commit in between', async () => {
    const { visitor, server } = await startSignIn();
    const browser = visitor();
    await signIn(browser);
    const before = server.commits;
    for (let request = 0; request < 20; request += 1) await browser.open('/account');
    expect(server.commits).toBe(before);
    server.workspace.clock.advance(5 * 60_000);
    for (let request = 0; request < 20; request += 1) await browser.open('/account');
    expect(server.commits).toBe(before + 1);
    const [session] = [...server.workspace.store.tables.sessions.all()];
    expect(session?.last_seen_at).toBe('2026-03-01T09:05:00.000Z');
  });

  test('"cookie HttpOnly, SameSite=Lax", for this listener; on https with "__Host-" and Secure', async () => {
    const plain = await startSignIn();
    const onHttp = plain.visitor();
    await signIn(onHttp);
    for (const line of onHttp.setCookies)
      expect(line).toMatch(
        /^cpl_(?:session|browser)=cpl_(?:ses|brw)_\w{49}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
      );

    const secure = await startSignIn({ baseUrl: 'https://kb.example.com' });
    const onHttps = secure.visitor();
    await signIn(onHttps);
    expect([...onHttps.cookies.keys()].toSorted()).toEqual(['__Host-cpl_browser', '__Host-cpl_session']);
    for (const line of onHttps.setCookies)
      expect(line).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
  });

  test('on https a cookie without "__Host-", which a neighbour could have set, is not looked at', async () => {
    const { visitor } = await startSignIn({ baseUrl: 'https://kb.example.com' });
    const browser = visitor();
    await signIn(browser);
    const secret = browser.cookies.get('__Host-cpl_session') ?? '';
    browser.cookies.delete('__Host-cpl_session');
    browser.cookies.set('cpl_session', secret);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('fixation: a session that was there before ends, and its id is never the new one’s', async () => {
    const { visitor, server } = await startSignIn();
    const browser = visitor();
    await signIn(browser);
    const planted = browser.cookies.get('cpl_session') ?? '';
    // A form that was opened before, so that nobody is asked to sign out first.
    browser.cookies.delete('cpl_session');
    const other = visitor();
    await other.open('/sign-in');
    other.cookies.set('cpl_session', planted);
    const page = await other.open('/account');
    const token = /name="form_token" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    await other.post(
      '/sign-in',
      new URLSearchParams({ form_token: token, username: 'editor', password: PASSWORD }).toString(),
    );
    expect(other.cookies.get('cpl_session')).not.toBe(planted);
    browser.cookies.set('cpl_session', planted);
    expect(await isSignedIn(browser)).toBe(false);
    const sessions = [...server.workspace.store.tables.sessions.all()];
    expect(sessions.map(({ ended_at }) => ended_at !== null)).toEqual([true, false]);
  });

  test.each([
    ['disabled', { disabled: true }],
    ['given another role', { role: 'viewer' }],
    ['given another password', { password: 'four unrelated words here' }],
  ])('"counts from the next request": somebody who is %s is signed out everywhere', async (_what, change) => {
    const { visitor, server } = await startSignIn();
    const browser = visitor();
    await signIn(browser);
    await server.workspace.as('admin', updateUser, { username: 'editor', ...change });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('"/api/* ignores cookies": a session opens no REST call', async () => {
    const { visitor } = await startSignIn();
    const browser = visitor();
    await signIn(browser);
    expect((await browser.open('/api/v1/me')).status).toBe(401);
  });

  test.each(['', 'cpl_ses_', `cpl_ses_${'x'.repeat(49)}`, 'a=b', '%00', 'x'.repeat(4000)])(
    'an invented cookie is nobody: %j',
    async (value) => {
      const { visitor } = await startSignIn();
      const browser = visitor();
      browser.cookies.set('cpl_session', value);
      expect(await isSignedIn(browser)).toBe(false);
    },
  );

  test('two cookies of the name are none: one of them is not ours', async () => {
    const { visitor } = await startSignIn();
    const browser = visitor();
    await signIn(browser);
    const secret = browser.cookies.get('cpl_session') ?? '';
    const page = await browser.open('/account', { cookie: `cpl_session=${secret}; cpl_session=x` });
    expect(page.status).toBe(303);
  });

  test('"each listener refuses the other’s" (design §3): a session of the local one opens nothing here', async () => {
    const world = await startSignIn();
    const browser = world.visitor();
    await signIn(browser);
    const [session] = [...world.server.workspace.store.tables.sessions.all()];
    if (!session) throw new Error('Nobody is signed in.');
    const tx = world.server.workspace.store.begin();
    tx.sessions.put({ ...session, listener: 'local' });
    await tx.commit();
    expect(await isSignedIn(browser)).toBe(false);
  });
});
