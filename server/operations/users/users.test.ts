import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { readAccount } from '../account/read.ts';
import { createUser } from './create.ts';
import { listUsers } from './list.ts';
import { updateUser } from './update.ts';

const PASSWORD = 'four unrelated words here';

describe('people', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = buildWorkspace();
  });
  const create = (input: object) => workspace.as('admin', createUser, { role: 'editor', ...input });
  const update = (input: object) => workspace.as('admin', updateUser, input);
  const stored = (username: string) => workspace.services.views.userByName(username);

  it('are added with a username and a role; the rest has defaults', async () => {
    const { user } = await create({ username: 'ada' });
    expect(user).toEqual({
      id: expect.stringMatching(/^usr_/),
      username: 'ada',
      name: 'ada',
      email: null,
      role: 'editor',
      training_manager: false,
      disabled: false,
      has_password: false,
      created_at: '2026-03-01T09:00:00.000Z',
    });
  });

  it('are listed by username, without anything of their passwords', async () => {
    await create({ username: 'ada', password: PASSWORD });
    const { items, total } = await workspace.as('admin', listUsers, {});
    expect(items.map(({ username }) => username)).toEqual(['ada', 'admin', 'approver', 'editor', 'viewer']);
    expect(total).toBe(5);
    expect(JSON.stringify(items)).not.toContain('hash of');
    expect(items[0]?.has_password).toBe(true);
  });

  it.each(['Ada', 'a da', '', '.ada', 'ada@example.com', 'ädä', 'x'.repeat(65)])(
    'a username such as “%s” is refused',
    async (username) => {
      await expect(create({ username })).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining('username'),
      });
    },
  );

  it('a username is taken once, also when two ask in the same moment', async () => {
    const outcomes = await Promise.allSettled([create({ username: 'twin' }), create({ username: 'twin' })]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(create({ username: 'editor' })).rejects.toMatchObject({ code: 'conflict' });
    expect((await workspace.as('admin', listUsers, {})).total).toBe(5);
  });

  it('a change changes what it names', async () => {
    const { user } = await update({
      username: 'editor',
      name: 'Ada',
      training_manager: true,
      email: 'ada@example.com',
    });
    expect(user).toMatchObject({
      name: 'Ada',
      training_manager: true,
      email: 'ada@example.com',
      role: 'editor',
    });
    expect((await update({ username: 'editor', email: null })).user).toMatchObject({
      name: 'Ada',
      email: null,
    });
    await expect(update({ username: 'editor' })).rejects.toMatchObject({ code: 'bad_request' });
    await expect(update({ username: 'nobody', name: 'X' })).rejects.toMatchObject({ code: 'not_found' });
  });

  describe('passwords', () => {
    it('are stored as a hash, set on creation or later', async () => {
      await create({ username: 'ada', password: PASSWORD });
      expect(stored('ada')?.password_hash).toBe(`hash of ${PASSWORD}`);
      await update({ username: 'editor', password: PASSWORD });
      expect(stored('editor')?.password_hash).toBe(`hash of ${PASSWORD}`);
    });

    it.each([
      ['shorter than 12 characters', 'short-words'],
      ['among those that are guessed first', 'password1234'],
      ['little more than the username', 'ada.lovelace1'],
      ['little more than the name of the workspace', 'Our-Kitchen-77'],
      ['longer than 1,024 bytes', 'ü'.repeat(600)],
    ])('are refused when they are %s', async (_what, password) => {
      workspace.set({ workspace_name: 'Our Kitchen' });
      const refused = { code: 'bad_request', message: expect.stringContaining('password') };
      await expect(create({ username: 'ada.lovelace', password })).rejects.toMatchObject(refused);
      expect(stored('ada.lovelace')).toBeUndefined();
      await create({ username: 'ada.lovelace' });
      await expect(update({ username: 'ada.lovelace', password })).rejects.toMatchObject(refused);
      expect(stored('ada.lovelace')?.password_hash).toBeNull();
    });

    it('are in no audit entry', async () => {
      await create({ username: 'ada', password: PASSWORD });
      await update({ username: 'ada', password: `${PASSWORD} too` });
      const entries = await workspace.store.audit({ limit: 9 });
      expect(entries).toMatchObject([{ details: { changed: 'password' } }, { details: { role: 'editor' } }]);
      expect(JSON.stringify(entries)).not.toContain('unrelated');
    });
  });

  describe('the last admin', () => {
    it.each([{ role: 'editor' }, { disabled: true }])('is protected from %j', async (change) => {
      await expect(update({ username: 'admin', ...change })).rejects.toMatchObject({
        code: 'conflict',
        hint: expect.stringContaining('admin'),
      });
      expect(stored('admin')).toMatchObject({ role: 'admin', disabled: false });
    });

    it('is one who is not disabled: a disabled admin does not count', async () => {
      await create({ username: 'second', role: 'admin' });
      await update({ username: 'second', disabled: true });
      await expect(update({ username: 'admin', role: 'viewer' })).rejects.toMatchObject({ code: 'conflict' });
    });

    it('may step back once there is another', async () => {
      await create({ username: 'second', role: 'admin' });
      expect((await update({ username: 'admin', role: 'viewer' })).user.role).toBe('viewer');
    });

    it('stays also when the last two step back in the same moment', async () => {
      workspace.addUser('admin', 'second');
      const stepBack = (username: string) => workspace.as(username, updateUser, { username, role: 'viewer' });
      const outcomes = await Promise.allSettled([stepBack('admin'), stepBack('second')]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const { tables } = workspace.store;
      expect([...tables.users.all()].filter(({ role }) => role === 'admin')).toHaveLength(1);
    });
  });

  it('"/me": user, role, scopes, token and workspace', async () => {
    workspace.set({ workspace_name: 'Our Kitchen', approval_mode: 'open' });
    expect(await workspace.as('editor', readAccount, {}, { scopes: ['read'] })).toEqual({
      id: stored('editor')?.id,
      username: 'editor',
      name: 'The editor',
      email: null,
      role: 'editor',
      training_manager: false,
      scopes: ['read'],
      token: null,
      workspace: {
        name: 'Our Kitchen',
        approval_mode: 'open',
        training: false,
        read_only: false,
        version: '0.0.0-test',
      },
    });
    expect(await workspace.as('admin', readAccount, {})).toMatchObject({
      role: 'admin',
      training_manager: true,
    });
  });
});
