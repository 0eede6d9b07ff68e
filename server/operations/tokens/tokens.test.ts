import { beforeEach, describe, expect, it } from 'vitest';
import { seedSession } from '../../../test/apps/sessions.ts';
import { buildWorkspace, type CallOptions, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { hashToken, parsePersonalToken } from '../../domain/token-secret.ts';
import { readAccount } from '../account/read.ts';
import { updateUser } from '../users/update.ts';
import { createToken } from './create.ts';
import { listTokens } from './list.ts';
import { revokeToken } from './revoke.ts';

describe('personal access tokens', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = buildWorkspace();
  });
  const create = (input: object = {}, by = 'editor') =>
    workspace.as(by, createToken, { name: 'Script', ...input });
  const list = (by: string, input: object = {}) => workspace.as(by, listTokens, input);

  it('"secret: shown once at creation, stored only as a hash"', async () => {
    const { token, secret } = await create();
    expect(parsePersonalToken(secret)).toBe(secret);
    expect(workspace.services.views.tokenByHash(hashToken(secret))?.id).toBe(token.id);
    expect(token.shown_as).toBe(`cpl_pat_…${secret.slice(-4)}`);
    const everything = JSON.stringify([
      [...workspace.store.tables.tokens.all()],
      await workspace.store.audit({ limit: 9 }),
      await list('admin'),
    ]);
    expect(everything).not.toContain(secret);
  });

  it('"expiry 30/90/365 days/custom/never, default 1 year"; "scopes: read and/or write"', async () => {
    const { token } = await create();
    expect(token).toMatchObject({
      name: 'Script',
      user: { username: 'editor' },
      scopes: ['read', 'write'],
      created_at: '2026-03-01T09:00:00.000Z',
      expires_at: '2027-03-01T09:00:00.000Z',
      last_used_at: null,
      revoked_at: null,
    });
    expect((await create({ expires_in_days: 30 })).token.expires_at).toBe('2026-03-31T09:00:00.000Z');
    expect((await create({ expires_in_days: 90 })).token.expires_at).toBe('2026-05-30T09:00:00.000Z');
    expect((await create({ expires_in_days: 45 })).token.expires_at).toBe('2026-04-15T09:00:00.000Z');
    expect((await create({ scopes: ['read', 'read'] })).token.scopes).toEqual(['read']);
  });

  it('"«never» needs a confirmation"', async () => {
    await expect(create({ expires_in_days: null })).rejects.toMatchObject({
      code: 'needs_confirmation',
      hint: expect.stringContaining('confirm_never'),
    });
    expect(workspace.store.tables.tokens.size).toBe(0);
    const { token } = await create({ expires_in_days: null, confirm_never: true });
    expect(token.expires_at).toBeNull();
  });

  it.each([
    { scopes: [] },
    { scopes: ['admin'] },
    { expires_in_days: 0 },
    { expires_in_days: 1.5 },
    { name: '' },
    { name: 'a\nb' },
  ])('refuses %j', async (input) => {
    const [field = ''] = Object.keys(input);
    await expect(create(input)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(field),
    });
    expect(workspace.store.tables.tokens.size).toBe(0);
  });

  it('are one’s own; an admin makes and lists them for others, but not for a disabled account', async () => {
    expect((await create({ username: 'viewer' }, 'admin')).token.user.username).toBe('viewer');
    await expect(create({ username: 'viewer' }, 'editor')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(create({ username: 'nobody' }, 'admin')).rejects.toMatchObject({ code: 'not_found' });
    await workspace.as('admin', updateUser, { username: 'viewer', disabled: true });
    await expect(create({ username: 'viewer' }, 'admin')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are listed newest first, one’s own by name, everybody’s for admins', async () => {
    const { token: first } = await create();
    workspace.clock.advance(1000);
    const { token: second } = await create({}, 'approver');
    expect((await list('admin')).items.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await list('editor', { username: 'editor' })).items.map(({ id }) => id)).toEqual([first.id]);
    await expect(list('editor')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('"last-used time: listed"', async () => {
    const { token } = await create();
    workspace.services.lastUsed = {
      ...workspace.services.lastUsed,
      of: (id) => (id === token.id ? '2026-03-02T00:00:00.000Z' : null),
    };
    expect((await list('admin')).items).toMatchObject([{ last_used_at: '2026-03-02T00:00:00.000Z' }]);
  });

  it('"revocation: possible at any time", once and for good', async () => {
    const { token } = await create();
    const credential = { kind: 'personal_token', id: token.id, name: token.name } as const;
    const me = () => workspace.as('editor', readAccount, {}, { via: 'rest', credential });
    expect((await me()).token).toMatchObject({ id: token.id, name: 'Script' });
    workspace.clock.advance(1000);
    const revoke = () => workspace.as('editor', revokeToken, { id: token.id });
    expect((await revoke()).token.revoked_at).toBe('2026-03-01T09:00:01.000Z');
    await expect(me()).rejects.toMatchObject({ code: 'unauthorized' });
    workspace.clock.advance(1000);
    expect((await revoke()).token.revoked_at).toBe('2026-03-01T09:00:01.000Z');
    expect(await workspace.store.audit({ action: 'tokens.revoke', limit: 9 })).toHaveLength(1);
  });

  describe('in a browser', () => {
    const browser = (username: string): CallOptions => {
      const session = seedSession(workspace, username);
      return { credential: { kind: 'session', id: session } };
    };

    it('people make, list and revoke their own', async () => {
      const options = browser('viewer');
      const { token } = await workspace.as('viewer', createToken, { name: 'Mine' }, options);
      await create({}, 'editor');
      const { items } = await workspace.as('viewer', listTokens, {}, options);
      expect(items.map(({ id }) => id)).toEqual([token.id]);
      const revoked = await workspace.as('viewer', revokeToken, { id: token.id }, options);
      expect(revoked.token.revoked_at).not.toBeNull();
    });

    it('an admin manages nobody else’s: that is for the machine of the workspace', async () => {
      const options = browser('admin');
      const { token } = await create({}, 'editor');
      const refusals = [
        workspace.as('admin', createToken, { name: 'Theirs', username: 'editor' }, options),
        workspace.as('admin', listTokens, { username: 'editor' }, options),
      ];
      for (const refusal of refusals) {
        await expect(refusal).rejects.toMatchObject({
          code: 'forbidden',
          message: expect.stringContaining('at the machine of the workspace'),
        });
      }
      const revoke = workspace.as('admin', revokeToken, { id: token.id }, options);
      await expect(revoke).rejects.toMatchObject({ code: 'not_found' });
      expect((await workspace.as('admin', listTokens, {}, options)).total).toBe(0);
    });
  });

  it('somebody else’s is revoked by an admin only; for others it is not there', async () => {
    const { token } = await create();
    await expect(workspace.as('approver', revokeToken, { id: token.id })).rejects.toMatchObject({
      code: 'not_found',
    });
    await workspace.as('admin', revokeToken, { id: token.id });
    expect(workspace.store.tables.tokens.get(token.id)?.revoked_at).not.toBeNull();
  });
});
