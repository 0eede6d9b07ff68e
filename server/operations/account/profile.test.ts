import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { changePassword } from '../sign-in/change-password.ts';
import { readProfile } from './profile.ts';
import { updateProfile } from './update.ts';

const PASSWORD = 'four unrelated words here';

let workspace: TestWorkspace;
beforeEach(() => {
  workspace = buildWorkspace();
});

describe('one’s own profile', () => {
  it('is read with everything that its person may know, and nothing of the password', async () => {
    const { user } = await workspace.as('viewer', readProfile, {});
    expect(user).toMatchObject({ username: 'viewer', role: 'viewer', has_password: false });
    expect(JSON.stringify(user)).not.toContain('hash');
  });

  it('is changed by its person in name and email, and in nothing else', async () => {
    await workspace.as('viewer', updateProfile, { name: 'Vera', email: 'vera@example.com' });
    const { user } = await workspace.as('viewer', updateProfile, { email: null });
    expect(user).toMatchObject({ name: 'Vera', email: null });
    for (const more of [{ role: 'admin' }, { training_manager: true }, { username: 'root' }]) {
      await expect(workspace.as('viewer', updateProfile, { name: 'V', ...more })).rejects.toMatchObject({
        code: 'bad_request',
      });
    }
    expect((await workspace.as('viewer', readProfile, {})).user).toMatchObject({
      name: 'Vera',
      role: 'viewer',
    });
  });

  it('that would stay as it is is no change', async () => {
    const { user } = await workspace.as('viewer', readProfile, {});
    await expect(workspace.as('viewer', updateProfile, { name: user.name })).rejects.toMatchObject({
      code: 'bad_request',
    });
  });

  it('is no business of a program', async () => {
    workspace.addToken('viewer', { id: 'tok_script', name: 'Script' });
    const credential = { kind: 'personal_token', id: 'tok_script', name: 'Script' } as const;
    await expect(workspace.as('viewer', updateProfile, { name: 'V' }, { credential })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('guessing the password of somebody who is signed in (security P3)', () => {
  it('has to wait after five wrong ones, even for the right one, whichever way it is tried', async () => {
    await workspace.as('editor', changePassword, { current_password: null, password: PASSWORD });
    const guess = (current_password: string) =>
      workspace.as('editor', changePassword, { current_password, password: 'another four plain words' });
    for (let tries = 0; tries < 5; tries += 1)
      await expect(guess('wrong')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(guess(PASSWORD)).rejects.toMatchObject({ code: 'rate_limited' });
    workspace.clock.advance(60_000);
    expect(await guess(PASSWORD)).toEqual({ ended: 0 });
  });
});
