import { describe, expect, test } from 'vitest';
import { createSignInCode } from '../../server/operations/sign-in/create-code.ts';
import { inviteUser } from '../../server/operations/users/invite.ts';
import { updateUser } from '../../server/operations/users/update.ts';
import { isSignedIn, PASSWORD, signIn, startSignIn, type SignInWorld } from './world.ts';
import { encode, formTokenOf } from './visitor.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const codeFor = async ({ server }: SignInWorld, username: string): Promise<string> =>
  (await server.workspace.as('admin', createSignInCode, { username })).code;

const invite = async ({ server }: SignInWorld, input: object = {}): Promise<string> => {
  const { url } = await server.workspace.as('admin', inviteUser, {
    username: 'eve',
    role: 'editor',
    ...input,
  });
  return new URL(url).pathname;
};

const joining = (fields: Record<string, string> = {}) => ({
  name: 'Eve Example',
  password: PASSWORD,
  password_again: PASSWORD,
  ...fields,
});

describe('"one-time sign-in code for people without a password"', () => {
  test('signs them in, however it is typed, and only once', async () => {
    const world = await startSignIn();
    const code = await codeFor(world, 'viewer');
    const browser = world.visitor();
    const page = await browser.submit('/sign-in/code', { code: ` ${code.toLowerCase().replace('-', ' ')} ` });
    expect(page).toMatchObject({ status: 303, location: '/' });
    expect((await browser.open('/account')).words).toContain('The viewer');
    const second = await world.visitor().submit('/sign-in/code', { code });
    expect(second.status).toBe(403);
    expect(second.words).toContain('This code is not valid, or not any more.');
  });

  test.each([
    ['just below ten minutes it works', 10 * MINUTE - 1, 303],
    ['after ten minutes it does not', 10 * MINUTE, 403],
  ])('%s', async (_when, elapsed, status) => {
    const world = await startSignIn();
    const code = await codeFor(world, 'viewer');
    world.server.workspace.clock.advance(elapsed);
    expect((await world.visitor().submit('/sign-in/code', { code })).status).toBe(status);
  });

  test('of fifty who bring it at once, one gets in', async () => {
    const world = await startSignIn({ limits: { signInsPerMinute: 100, signInsPerTenMinutes: 100 } });
    const code = await codeFor(world, 'viewer');
    const browser = world.visitor();
    const form = encode({ form_token: formTokenOf(await browser.open('/sign-in/code')), code });
    const pages = await Promise.all(Array.from({ length: 50 }, () => browser.post('/sign-in/code', form)));
    expect(pages.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(pages.filter(({ status }) => status === 403)).toHaveLength(49);
    expect(world.server.workspace.store.tables.sessions.size).toBe(1);
  });

  test('a new one voids the earlier one', async () => {
    const world = await startSignIn();
    const first = await codeFor(world, 'viewer');
    const second = await codeFor(world, 'viewer');
    expect((await world.visitor().submit('/sign-in/code', { code: first })).status).toBe(403);
    expect((await world.visitor().submit('/sign-in/code', { code: second })).status).toBe(303);
  });

  test.each([{ disabled: true }, { role: 'editor' }, { password: 'four unrelated words here' }])(
    'is void once its person is changed by %j',
    async (change) => {
      const world = await startSignIn();
      const code = await codeFor(world, 'viewer');
      await world.server.workspace.as('admin', updateUser, { username: 'viewer', ...change });
      expect((await world.visitor().submit('/sign-in/code', { code })).status).toBe(403);
    },
  );

  test('an invitation is no code, and a code no invitation', async () => {
    const world = await startSignIn();
    const secret = (await invite(world)).split('/').at(-1) ?? '';
    expect((await world.visitor().submit('/sign-in/code', { code: secret })).status).toBe(403);
    const code = (await codeFor(world, 'viewer')).replace('-', '');
    expect((await world.visitor().open(`/invitation/${code}`)).status).toBe(404);
  });
});

describe('"invitation link for a new member: page to set name and password, then signed in"', () => {
  test('they choose both, are in with the role that was meant for them, and the link is spent', async () => {
    const world = await startSignIn();
    const path = await invite(world, { name: 'Eve' });
    const browser = world.visitor();
    const page = await browser.open(path);
    expect(page.words).toContain('You were invited as an editor.');
    expect(page.text).toContain('value="eve"');
    expect((await browser.submit(path, joining())).location).toBe('/');
    expect((await browser.open('/account')).words).toContain('Eve Example');
    expect(world.user('eve')).toMatchObject({ role: 'editor', name: 'Eve Example' });
    expect((await world.visitor().open(path)).status).toBe(404);
    expect((await signIn(world.visitor(), { username: 'eve' })).status).toBe(303);
  });

  test('looking at it, as programs that preview links do, spends nothing', async () => {
    const world = await startSignIn();
    const path = await invite(world);
    for (let look = 0; look < 5; look += 1) expect((await world.visitor().open(path)).status).toBe(200);
    expect((await world.visitor().submit(path, joining())).status).toBe(303);
  });

  test.each([
    ['the passwords differ', { password_again: 'else' }, 'It is not the same as the one above.'],
    ['the password is weak', { password: 'password1234', password_again: 'password1234' }, 'guessed first'],
    ['the name is empty', { name: ' ' }, 'Your name'],
  ])('when %s, the page says so and the link still works', async (_what, fields, words) => {
    const world = await startSignIn();
    const path = await invite(world);
    const browser = world.visitor();
    const page = await browser.submit(path, joining(fields));
    expect(page.status).toBe(400);
    expect(page.words).toContain(words);
    expect(page.text).toContain('aria-invalid="true"');
    expect(page.text).not.toContain(PASSWORD);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await browser.submit(path, joining())).status).toBe(303);
  });

  test.each([
    ['just below seven days it works', 7 * DAY - 1, 200],
    ['after seven days it does not', 7 * DAY, 404],
  ])('%s', async (_when, elapsed, status) => {
    const world = await startSignIn();
    const path = await invite(world);
    world.server.workspace.clock.advance(elapsed);
    expect((await world.visitor().open(path)).status).toBe(status);
  });

  test('inviting again makes another link in place of the first', async () => {
    const world = await startSignIn();
    const first = await invite(world);
    const second = await invite(world, { role: undefined });
    expect((await world.visitor().open(first)).status).toBe(404);
    expect((await world.visitor().open(second)).status).toBe(200);
  });

  test('an unknown link, a mistyped one and a spent one answer alike', async () => {
    const world = await startSignIn();
    const path = await invite(world);
    await world.visitor().submit(path, joining());
    const words = new Set<string>();
    for (const wrong of [path, `${path.slice(0, -1)}x`, '/invitation/x'])
      words.add((await world.visitor().open(wrong)).words);
    expect(words.size).toBe(1);
    expect((await world.visitor().open(path)).text).toContain('href="/sign-in">Sign in</a>');
  });

  test.each([
    ['who has a password', 'editor', 'has a password already'],
    ['who is there with another role', 'viewer', 'was invited before, as viewer'],
  ])('somebody %s is not invited', async (_what, username, message) => {
    const world = await startSignIn();
    await expect(invite(world, { username, role: 'approver' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(message),
    });
  });

  test('somebody new needs a role, and only an admin invites', async () => {
    const world = await startSignIn();
    await expect(invite(world, { role: undefined })).rejects.toMatchObject({ code: 'bad_request' });
    const byEditor = world.server.workspace.as('editor', inviteUser, { username: 'eve', role: 'viewer' });
    await expect(byEditor).rejects.toMatchObject({ code: 'forbidden' });
  });
});
