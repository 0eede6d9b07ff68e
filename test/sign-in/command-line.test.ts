import { expect, test } from 'vitest';
import { EXIT } from '../../server/faces/cli/exit-code.ts';
import { commandLine, workspaceFolder } from '../cli/command-line.ts';

test('inviting, codes and sessions work on a folder that no server runs on, and say what to do', async () => {
  const { run, json } = commandLine(await workspaceFolder());
  const invited = await run(['user', 'invite', 'eve', '--role', 'editor', '--name', 'Eve']);
  expect(invited.out).toMatch(/^http:\/\/[^/]+\/invitation\/cpl_inv_\w{49}\n$/);
  expect(invited.err).toContain('Send this address to eve (editor). It works once, until ');
  expect(await json(['user', 'invite', 'eve'])).toMatchObject({
    username: 'eve',
    role: 'editor',
    has_password: false,
  });
  const code = await run(['user', 'sign-in-code']);
  expect(code.out).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}\n$/);
  expect(code.err).toContain('ada types it under “Use a one-time code”');
  expect((await run(['session', 'list'])).out).toBe('Nobody is signed in with a browser.\n');
  expect((await run(['session', 'end', '--user', 'ada'])).out).toBe('Signed ada out of 0 browsers.\n');
});

test.each([
  [['session', 'end'], EXIT.usage, 'Name either the id of a session or --user NAME.'],
  [['session', 'end', 'ses_3k9m2x7q4tab', '--user', 'ada'], EXIT.usage, 'Name either'],
  [['session', 'end', 'ses_3k9m2x7q4tab'], EXIT.failed, 'No such session.'],
  [['session', 'list', '--user', 'nobody'], EXIT.failed, 'No such user.'],
  [['user', 'invite', 'eve'], EXIT.usage, 'role: is required for somebody new'],
  [['user', 'sign-in-code', 'nobody'], EXIT.failed, 'No such user.'],
])('%j is refused in words', async (words, exit, message) => {
  const { code, err } = await commandLine(await workspaceFolder()).run(words);
  expect(code).toBe(exit);
  expect(err).toContain(message);
});
