import { describe, expect, test } from 'vitest';
import { isSignedIn, PASSWORD, signIn, startSignIn, type SignInWorld } from './world.ts';
import type { Visitor } from './visitor.ts';

const NEXT = 'marble teapot orchard';

async function twoBrowsers(): Promise<{ world: SignInWorld; here: Visitor; there: Visitor }> {
  const world = await startSignIn();
  const [here, there] = [
    world.visitor({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }),
    world.visitor({ 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1' }),
  ];
  await signIn(here);
  await signIn(there);
  return { world, here, there };
}

const newPassword = (fields: Record<string, string> = {}) => ({
  current_password: PASSWORD,
  password: NEXT,
  password_again: NEXT,
  ...fields,
});

describe('one’s own account', () => {
  test('shows who one is and where one is signed in, and nothing of others', async () => {
    const { world, here } = await twoBrowsers();
    await signIn(world.visitor({ 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Edg/140.0' }), {
      username: 'admin',
    });
    const { words } = await here.open('/account');
    expect(words).toContain('The editor');
    expect(words).toContain('Firefox on Linux this browser');
    expect(words).toContain('Safari on iPhone');
    expect(words).not.toContain('Edge on Windows');
  });

  test('one browser is signed out from another, at once', async () => {
    const { world, here, there } = await twoBrowsers();
    const sessions = [...world.server.workspace.store.tables.sessions.all()];
    const other = sessions.find(({ device }) => device === 'Safari on iPhone');
    const page = await here.submit('/account', { id: other?.id ?? '' }, { to: '/account/sessions/end' });
    expect(page.location).toBe('/account?done=ended');
    expect(await isSignedIn(there)).toBe(false);
    expect(await isSignedIn(here)).toBe(true);
  });

  test('somebody else’s session is not there to be ended, even for an admin with a browser', async () => {
    const { world, here } = await twoBrowsers();
    const admin = world.visitor();
    await signIn(admin, { username: 'admin' });
    const [session] = [...world.server.workspace.store.tables.sessions.all()];
    const page = await admin.submit('/account', { id: session?.id ?? '' }, { to: '/account/sessions/end' });
    expect(page.status).toBe(404);
    expect(await isSignedIn(here)).toBe(true);
  });

  test('"sign out everywhere": all others, this one stays', async () => {
    const { here, there } = await twoBrowsers();
    await here.submit('/account', {}, { to: '/account/sessions/end-others' });
    expect(await isSignedIn(there)).toBe(false);
    expect(await isSignedIn(here)).toBe(true);
    expect((await here.open('/account?done=others')).words).toContain(
      'All your other browsers are signed out.',
    );
  });

  test('a message of the address bar is never shown as it is', async () => {
    const { here } = await twoBrowsers();
    expect((await here.open('/account?done=%3Cb%3Ehello')).text).not.toContain('hello');
    expect((await here.open('/account?done=constructor')).text).not.toContain('native code');
  });
});

describe('"change password (needs the old one; ends all other sessions)"', () => {
  test('given the old one, the new one counts from then on, and only this browser stays', async () => {
    const { world, here, there } = await twoBrowsers();
    const page = await here.submit('/account/password', newPassword());
    expect(page.location).toBe('/account?done=password');
    expect(await isSignedIn(here)).toBe(true);
    expect(await isSignedIn(there)).toBe(false);
    expect((await signIn(there)).status).toBe(403);
    expect((await signIn(world.visitor(), { password: NEXT })).status).toBe(303);
  });

  test.each([
    ['the old one is wrong', { current_password: 'wrong' }, 403, 'The current password is not right.'],
    ['the old one is missing', { current_password: '' }, 403, 'The current password is not right.'],
    ['the new ones differ', { password_again: 'else' }, 400, 'It is not the same as the one above.'],
    ['it is too short', { password: 'short', password_again: 'short' }, 400, 'at least 12 characters'],
    [
      'everybody guesses it first',
      { password: 'password1234', password_again: 'password1234' },
      400,
      'It is one of the passwords that are guessed first.',
    ],
    [
      'it is their name',
      { password: 'the-editor-1', password_again: 'the-editor-1' },
      400,
      'too close to a name',
    ],
  ])('when %s, nothing changes and the page says so', async (_what, fields, status, words) => {
    const { world, here, there } = await twoBrowsers();
    const page = await here.submit('/account/password', newPassword(fields));
    expect(page.status).toBe(status);
    expect(page.words).toContain(words);
    // Said beside its field and nowhere else, and in words for people.
    expect(page.words).not.toContain('Correct the named fields');
    expect(await isSignedIn(there)).toBe(true);
    expect((await signIn(world.visitor())).status).toBe(303);
  });

  test('whoever has taken over a browser cannot guess the password through it', async () => {
    const { here } = await twoBrowsers();
    const statuses = [];
    for (let guess = 0; guess < 7; guess += 1)
      statuses.push(
        (await here.submit('/account/password', newPassword({ current_password: `${guess}` }))).status,
      );
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429]);
    const right = await here.submit('/account/password', newPassword());
    expect(right.status).toBe(429);
  });

  test('somebody without a password sets their first one', async () => {
    const { world, here } = await twoBrowsers();
    await world.change('editor', { password_hash: null });
    const page = await here.open('/account/password');
    expect(page.words).toContain('Set a password');
    expect(page.text).not.toContain('current_password');
    await here.submit('/account/password', newPassword({ current_password: '' }));
    expect((await signIn(world.visitor(), { password: NEXT })).status).toBe(303);
  });
});
