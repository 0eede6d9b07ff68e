import { beforeEach, describe, expect, it } from 'vitest';
import { buildServices, type TestServices } from '../../../test/builders/services.ts';
import type { Actor } from '../define.ts';
import { createDocument } from '../documents/create.ts';
import { perform } from '../perform.ts';
import { initializeWorkspace } from './initialize.ts';

const PROGRAM: Actor = {
  user_id: null,
  credential: { kind: 'system' },
  scopes: ['read', 'write'],
  via: 'system',
  client: null,
  request_id: 'req_test',
  ip: null,
  base_url: 'http://127.0.0.1',
};

describe('setting up an empty folder', () => {
  let services: TestServices;
  beforeEach(() => {
    services = buildServices();
  });
  const initialize = (input: object = {}, actor = PROGRAM) =>
    perform(services, initializeWorkspace, actor, { username: 'owner', ...input });

  it('makes the owner, who is an admin, and a first space that a document can go to', async () => {
    const { user, space } = await initialize({
      name: 'Ada',
      workspace_name: 'Our Kitchen',
      password: 'four unrelated words',
    });
    expect(user).toMatchObject({
      username: 'owner',
      name: 'Ada',
      role: 'admin',
      training_manager: true,
      has_password: true,
    });
    expect(space).toBe('notes');
    const owner: Actor = { ...PROGRAM, user_id: user.id, credential: { kind: 'desk' }, via: 'cli' };
    const { document } = await perform(services, createDocument, owner, { title: 'First page' });
    expect(document.space).toBe('notes');
    expect(services.store.tables.settings.get('workspace')?.values).toEqual({
      workspace_name: 'Our Kitchen',
    });
  });

  it('leaves one audit entry that names the owner', async () => {
    await initialize();
    expect(await services.store.audit({ limit: 9 })).toMatchObject([
      {
        action: 'workspace.initialize',
        target: { type: 'workspace', id: services.store.instanceId },
        details: { owner: 'owner' },
      },
    ]);
  });

  it('happens once, also when two start it in the same moment', async () => {
    const outcomes = await Promise.allSettled([initialize(), initialize({ username: 'other' })]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(initialize({ username: 'third' })).rejects.toMatchObject({ code: 'conflict' });
    expect(services.store.tables.users.size).toBe(1);
    expect(services.store.tables.spaces.size).toBe(1);
  });

  it('is for the program alone', async () => {
    const { user } = await initialize();
    const desk: Actor = { ...PROGRAM, user_id: user.id, credential: { kind: 'desk' } };
    await expect(initialize({ username: 'other' }, desk)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it.each([
    { username: 'Owner' },
    { password: 'short' },
    { password: 'owner-owner-1' },
    { workspace_name: '' },
  ])('refuses %j and makes nothing', async (input) => {
    await expect(initialize(input)).rejects.toMatchObject({ code: 'bad_request' });
    expect(services.store.tables.users.size).toBe(0);
  });
});
