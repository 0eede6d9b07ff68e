import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newId } from '../../server/domain/identifier.ts';
import type { Actor, Operation } from '../../server/operations/define.ts';
import { perform } from '../../server/operations/perform.ts';
import { operations } from '../../server/operations/registry.ts';
import { createNoPublicAccess } from '../fakes/no-public-access.ts';
import { PIXEL } from './image-calls.ts';
import { refusalOf } from './refusal.ts';
import { isSameState, takeSnapshot } from './snapshot.ts';
import { seedToken } from './credentials.ts';
import { createPlayedDesktop } from '../fakes/desktop.ts';
import { buildWorld, type World } from './world.ts';

/** What people add to a body in the hope that it is stored. */
const EXTRAS = [
  'id',
  'author',
  'role',
  'isAdmin',
  'is_admin',
  'approved',
  'created_at',
  'createdAt',
  'version',
  'updated_by',
  'trashed',
  '__proto__',
  'constructor',
  'prototype',
] as const;

/** Adds a template of the workspace's own; its id. */
function seedTemplate({ workspace }: World): string {
  const at = '2026-01-01T00:00:00.000Z';
  const id = newId('template');
  workspace.store.seed('templates', {
    id,
    name: 'Own',
    description: '',
    scaffold: '',
    type: 'knowledge',
    tags: [],
    hidden: false,
    updated_by: { user_id: workspace.actor('admin').user_id ?? '', via: 'app', client: null },
    created_at: at,
    updated_at: at,
  });
  return id;
}

const BROWSER = { listener: 'public', device: 'Firefox on Linux' };
/** Of an import that nobody began. */
const JOB = '7b0c6f4e-3f0a-4d53-9f5a-0d8c3c1f2a11';

/** A good input for every operation that writes, as an admin of the world sends it. */
const GOOD: Readonly<Record<string, (world: World) => object>> = {
  'documents.create': () => ({ space: 'handbook', title: 'New' }),
  'documents.update': ({ home }) => ({ id: home.draft, title: 'Changed' }),
  'documents.trash': ({ home }) => ({ id: home.draft }),
  'checklists.tick': ({ home }) => ({ id: home.draft, item: 'a1', ticked: true }),
  'documents.import': () => ({
    space: 'handbook',
    documents: [{ id: newId('document'), title: 'New', content: '' }],
  }),
  'trash.restore': ({ places }) => ({ id: places.edit.documents['trashed draft'] }),
  'trash.purge': ({ places }) => ({ id: places.edit.documents['trashed draft'] }),
  'trash.sweep': () => ({}),
  'versions.restore': ({ home }) => ({ id: home.draft, version: 1 }),
  'change_requests.withdraw': ({ places }) => ({ id: places.edit.ownRequest }),
  'change_requests.approve': ({ places }) => ({ id: places.edit.theirRequest }),
  'change_requests.reject': ({ places }) => ({ id: places.edit.theirRequest, comment: 'No' }),
  'templates.create': () => ({ name: 'Fresh', scaffold: '' }),
  'templates.update': () => ({ template: 'SOP', description: 'Changed' }),
  'templates.delete': (world) => ({ template: seedTemplate(world) }),
  'templates.reset': () => ({ template: 'SOP' }),
  'training.create_deck': ({ home }) => ({ doc_id: home.published }),
  'training.assign': ({ places }) => ({ deck_id: places.edit.decks.published, everyone: true }),
  'training.unassign': ({ places }) => ({ deck_id: places.edit.decks.published, everyone: true }),
  'training.delete_deck': ({ places }) => ({ deck_id: places.edit.decks.published }),
  'attachments.add': ({ home }) => ({ doc_id: home.draft, data: PIXEL }),
  'attachments.add_image': ({ home }) => ({ doc_id: home.draft, data: PIXEL }),
  'attachments.import': ({ home }) => ({
    attachment_id: newId('attachment'),
    doc_id: home.draft,
    data: PIXEL,
    name: 'pixel.png',
  }),
  'markdown_files.import': ({ places }) => ({ path: '/a', space: places.edit.slug }),
  'markdown_files.receive': ({ places }) => ({ name: 'a', files: 1, bytes: 1, space: places.edit.slug }),
  'markdown_files.announce': () => ({ job_id: JOB, files: [{ path: 'a.md', size: 1 }] }),
  'markdown_files.send': () => ({ job_id: JOB, at: 0, data: new Uint8Array(1) }),
  'markdown_files.cancel': () => ({ job_id: JOB }),
  'backup.create': () => ({}),
  'backup.delete': () => ({ name: 'commonplace-2026-11-21T09-05-07Z-manual.zip' }),
  'backup.restore': () => ({ archive: 'commonplace-2026-11-21T09-05-07Z-manual.zip' }),
  'attachments.delete': ({ places }) => ({ id: places.edit.attachments.published }),
  'upload_links.create': ({ home }) => ({ doc_id: home.draft }),
  'upload_links.send': () => ({ bytes: null, arrived: { wall: 0, monotonic: 0 } }),
  'upload_links.revoke': ({ places }) => ({ id: places.edit.ownLink }),
  'training.submit': ({ places }) => ({ deck_id: places.edit.decks.published, answers: [] }),
  'sittings.undo': ({ credentials }) => ({ id: credentials.ownSitting }),
  'notifications.mark_read': () => ({}),
  'spaces.create': () => ({ slug: 'fresh' }),
  'spaces.update': () => ({ slug: 'handbook', name: 'Changed' }),
  'spaces.set_member': () => ({ slug: 'handbook', username: 'editor', right: 'read' }),
  'users.create': () => ({ username: 'fresh', role: 'viewer' }),
  'users.update': () => ({ username: 'editor', name: 'Changed' }),
  'users.invite': () => ({ username: 'fresh', role: 'viewer' }),
  'sign_in_codes.create': () => ({}),
  'invitations.accept': () => ({ ...BROWSER, name: 'Fresh', password: 'four unrelated words here' }),
  'sessions.open': () => BROWSER,
  'sessions.end': ({ credentials }) => ({ id: credentials.ownSession }),
  'sessions.end_all': () => ({}),
  'account.change_password': () => ({ current_password: null, password: 'four unrelated words here' }),
  'account.update': () => ({ name: 'Changed' }),
  'tokens.create': () => ({ name: 'Script' }),
  'tokens.revoke': ({ workspace }) => ({ id: seedToken(workspace, 'admin', ['read']).id }),
  'connected_apps.connect': () => ({
    client_id: 'https://app.example/client.json',
    name: 'App',
    identity_host: 'app.example',
    redirect_host: 'app.example',
    scopes: ['read'],
    trust_level: 'read',
  }),
  'connected_apps.deny': () => ({
    client_id: 'https://app.example/client.json',
    name: 'App',
    identity_host: 'app.example',
    redirect_host: 'app.example',
    scopes: ['read'],
  }),
  'connected_apps.set_trust': ({ credentials }) => ({ id: credentials.ownApp, trust_level: 'drafts' }),
  'connected_apps.disconnect': ({ credentials }) => ({ id: credentials.ownApp }),
  'desktop.update': (world) => withDesktop(world, { close_to_tray: true }),
  'desktop.restart': (world) => withDesktop(world, {}),
  'diagnostics.tell_cause': () => ({ client: 'Claude', cause: 'A bot rule.', has_member: true }),
  'public_access.note_address': () => ({}),
  'public_access.pause': (world) => withPublicAccess(world),
  'public_access.resume': (world) => withPublicAccess(world),
  'public_access.set_tunnel_token': () => ({ token: null }),
  'public_access.update': () => ({ mode: 'off' }),
  'settings.update': () => ({ workspace_name: 'Changed' }),
  'settings.set_embeddings_key': () => ({ key: null }),
  'workspace.initialize': () => ({ username: 'owner' }),
  'workspace.accept_loss': () => ({}),
  'workspace.add_sample': () => ({}),
  'first_run.update': () => ({ step: 'sample' }),
  'search.rebuild': () => ({}),
};

/** The server of the desktop app. */
function withDesktop({ workspace }: World, input: object): object {
  workspace.services.desktop = createPlayedDesktop();
  return input;
}

/** Only where others can reach the workspace is there something to pause. */
function withPublicAccess({ workspace: { services, store } }: World): object {
  const publicAccess = createNoPublicAccess(store, 'https://kb.example.com');
  void publicAccess.start(7420);
  services.publicAccess = publicAccess;
  return {};
}

const PROGRAM_ONLY = new Set([
  'diagnostics.tell_cause',
  'public_access.note_address',
  'trash.sweep',
  'workspace.initialize',
]);
const writes = operations.filter(({ scope }) => scope === 'write');

/** As JSON.parse makes it: `__proto__` is a property like any other. */
function withExtra(input: object, name: string): unknown {
  const body = JSON.stringify(input);
  const comma = body === '{}' ? '' : ',';
  return JSON.parse(`${body.slice(0, -1)}${comma}${JSON.stringify(name)}:true}`);
}

function actorFor({ workspace, credentials, places }: World, operation: Operation): Actor {
  if (operation.name === 'upload_links.send') {
    const credential = { kind: 'upload_link', id: places.edit.ownLink } as const;
    return workspace.actor('actor', { credential, via: 'upload' });
  }
  if (operation.name === 'invitations.accept') {
    const credential = { kind: 'sign_in_code', id: credentials.ownInvitation } as const;
    return workspace.actor('actor', { credential });
  }
  if (!PROGRAM_ONLY.has(operation.name)) return workspace.actor('actor');
  return { ...workspace.actor('actor'), user_id: null, credential: { kind: 'system' }, via: 'system' };
}

function hasField(operation: Operation, name: string): boolean {
  return operation.input instanceof z.ZodObject && Object.hasOwn(operation.input.shape, name);
}

/** Security A8: "Strict property list on every body". */
describe('a property that an operation does not know is refused by name, and nothing is stored', () => {
  it('there is a good input for every operation that writes', () => {
    expect(Object.keys(GOOD).toSorted()).toEqual(writes.map(({ name }) => name).toSorted());
  });

  it.each(writes.map((operation) => [operation.name, operation] as const))('%s', async (name, operation) => {
    const world = await buildWorld({ role: 'admin', trainingManager: false }, 'open');
    const { services, store } = world.workspace;
    const good = GOOD[name]?.(world) ?? {};
    const before = takeSnapshot(store);
    const known = Object.getOwnPropertyNames(Object.prototype);
    for (const extra of EXTRAS.filter((property) => !hasField(operation, property))) {
      const input = withExtra(good, extra);
      const refusal = await refusalOf(perform(services, operation, actorFor(world, operation), input));
      expect(refusal).toMatchObject({
        code: 'bad_request',
        status: 400,
        message: expect.stringContaining(`${extra}: is not a field of this request`),
      });
    }
    expect(isSameState(before, takeSnapshot(store))).toBe(true);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(known);
  });

  it.each(
    writes
      .filter(({ name }) => name !== 'workspace.initialize')
      .map((operation) => [operation.name, operation] as const),
  )('while %s takes the same input without it', async (name, operation) => {
    const world = await buildWorld({ role: 'admin', trainingManager: false }, 'open');
    const good = GOOD[name]?.(world) ?? {};
    const answer = perform(world.workspace.services, operation, actorFor(world, operation), good);
    await expect(answer).resolves.toBeTypeOf('object');
  });

  it('inside an imported document too', async () => {
    const world = await buildWorld({ role: 'admin', trainingManager: false }, 'open');
    const operation = operations.find(({ name }) => name === 'documents.import');
    if (!operation) throw new Error('There is no operation documents.import.');
    for (const extra of ['author', 'version', 'created_at', '__proto__']) {
      const document = withExtra({ id: newId('document'), title: 'New', content: '' }, extra);
      const input = { space: 'handbook', documents: [document] };
      const refusal = await refusalOf(world.workspace.as('actor', operation, input));
      expect(refusal).toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining(`${extra}: is not a field of this request`),
      });
    }
  });
});
