import { expect, test } from 'vitest';
import { createSignInCode } from '../../server/operations/sign-in/create-code.ts';
import { inviteUser } from '../../server/operations/users/invite.ts';
import { PASSWORD, signIn, startSignIn, type SignInWorld } from './world.ts';

const HERE = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

/** What the log says, oldest first. */
async function logOf({ server }: SignInWorld): Promise<string[]> {
  const entries = await server.workspace.store.audit({ limit: 100 });
  return entries
    .toReversed()
    .map(
      ({ username, via, action, result, details }) =>
        `${username} ${via} ${action} ${result} ${JSON.stringify(details)}`,
    );
}

test('signing in, being refused, ending and changing leave an entry each, with who, where from and how', async () => {
  const world = await startSignIn();
  const browser = world.visitor(HERE);
  await signIn(browser, { password: 'wrong' });
  await signIn(browser, { username: 'nobody' });
  await signIn(browser);
  await signIn(world.visitor(HERE));
  await browser.submit('/account', {}, { to: '/account/sessions/end-others' });
  await browser.submit('/account/password', {
    current_password: PASSWORD,
    password: 'marble teapot orchard',
    password_again: 'marble teapot orchard',
  });
  await browser.submit('/account', {}, { to: '/sign-out' });
  const { server } = world;
  const { code } = await server.workspace.as('admin', createSignInCode, { username: 'viewer' });
  await world.visitor(HERE).submit('/sign-in/code', { code: 'AAAAA-AAAAA' });
  await world.visitor(HERE).submit('/sign-in/code', { code });
  const { url } = await server.workspace.as('admin', inviteUser, { username: 'eve', role: 'editor' });
  const password = 'four unrelated words';
  const joining = { name: 'Eve', password, password_again: password };
  await world.visitor(HERE).submit(new URL(url).pathname, joining);

  const byPassword = '{"with":"password","device":"Firefox on Linux"}';
  expect(await logOf(world)).toEqual([
    `editor app sessions.open refused: forbidden ${byPassword}`,
    `null app sessions.open refused: forbidden ${byPassword}`,
    `editor app sessions.open ok ${byPassword}`,
    `editor app sessions.open ok ${byPassword}`,
    'editor app sessions.end_all ok {"ended":1}',
    'editor app account.change_password ok {"ended":0}',
    'editor app sessions.end ok {"device":"Firefox on Linux"}',
    'admin app sign_in_codes.create ok {"username":"viewer"}',
    'null app sessions.open refused: forbidden {"with":"code","device":"Firefox on Linux"}',
    'viewer app sessions.open ok {"with":"code","device":"Firefox on Linux"}',
    'admin app users.invite ok {"role":"editor"}',
    'eve app invitations.accept ok {"device":"Firefox on Linux"}',
  ]);
  const [entry] = (await server.workspace.store.audit({ limit: 100 })).toReversed();
  expect(entry).toMatchObject({ ip: '127.0.0.1', request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
});

test('a wrong password that somebody types who is signed in leaves one too', async () => {
  const world = await startSignIn();
  const browser = world.visitor(HERE);
  await signIn(browser);
  const password = 'four unrelated words';
  const fields = { current_password: 'wrong', password, password_again: password };
  await browser.submit('/account/password', fields);
  expect((await logOf(world)).at(-1)).toBe('editor app account.change_password refused: forbidden null');
});

test('what was typed is in no entry, whatever it was', async () => {
  const world = await startSignIn();
  await signIn(world.visitor(), { username: 'a secret typed as a name', password: 'another secret' });
  await signIn(world.visitor(), { password: 'another secret' });
  expect(JSON.stringify(await world.server.workspace.store.audit({ limit: 100 }))).not.toContain('secret');
});

test('a refusal by the throttle writes nothing, so that guessing cannot fill the disk', async () => {
  const world = await startSignIn();
  for (let guess = 0; guess < 30; guess += 1) await signIn(world.visitor(), { password: 'wrong' });
  expect(await world.server.workspace.store.audit({ limit: 100 })).toHaveLength(5);
});
