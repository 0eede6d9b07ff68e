import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newId, type IdKind } from '../../server/domain/identifier.ts';
import type { Operation } from '../../server/operations/define.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { listDocuments } from '../../server/operations/documents/list.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { markNotificationsRead } from '../../server/operations/notifications/mark-read.ts';
import { operations } from '../../server/operations/registry.ts';
import { searchDocuments } from '../../server/operations/search/query.ts';
import { assignDeck } from '../../server/operations/training/assign.ts';
import { deleteDeck } from '../../server/operations/training/delete-deck.ts';
import { readDeck } from '../../server/operations/training/read-deck.ts';
import { submitAnswers } from '../../server/operations/training/submit.ts';
import { takeDeck } from '../../server/operations/training/take.ts';
import { unassignDeck } from '../../server/operations/training/unassign.ts';
import { createToken } from '../../server/operations/tokens/create.ts';
import { listTokens } from '../../server/operations/tokens/list.ts';
import { refusalOf } from './refusal.ts';
import { ACTOR, buildWorld, type World } from './world.ts';

/** What each operation needs beside the id. */
const REST_OF_INPUT: Readonly<Record<string, object>> = {
  'connected_apps.set_trust': { trust_level: 'full' },
  'checklists.tick': { item: 'a1', ticked: true },
  'documents.update': { title: 'Changed' },
  'versions.read': { version: 1 },
  'versions.compare': { from: 1, to: 2 },
  'versions.restore': { version: 1 },
  'change_requests.reject': { comment: 'No' },
};

const takesId = operations.filter(({ input }) => input instanceof z.ZodObject && 'id' in input.shape);

type Role = 'viewer' | 'editor';

/** Ids of everything of the kind that an operation takes and that this person may not see. */
function hiddenIds({ places, credentials }: World, operation: Operation, role: Role): string[] {
  if (operation.name.startsWith('tokens.')) return [credentials.theirToken];
  if (operation.name.startsWith('sessions.')) return [credentials.theirSession];
  if (operation.name.startsWith('sittings.')) return [credentials.theirSitting];
  if (operation.name.startsWith('connected_apps.')) return [credentials.theirApp];
  const { none, private: closed, workspace: open } = places;
  const hidden = [none, closed];
  if (operation.name.startsWith('change_requests.')) {
    return [open.theirRequest, ...hidden.flatMap((place) => [place.theirRequest, place.ownRequest])];
  }
  const documents = hidden.flatMap((place) => Object.values(place.documents));
  const trashed = [open.documents['trashed draft'], open.documents['trashed published']];
  if (role === 'viewer') return [...documents, ...trashed, open.documents.draft];
  return operation.name.startsWith('trash.') ? documents : [...documents, ...trashed];
}

function kindOf(operation: string): IdKind {
  if (operation.startsWith('tokens.')) return 'token';
  if (operation.startsWith('sessions.')) return 'session';
  if (operation.startsWith('sittings.')) return 'sitting';
  if (operation.startsWith('connected_apps.')) return 'connected_app';
  return operation.startsWith('change_requests.') ? 'change_request' : 'document';
}

/** Security A2: "Out-of-space = non-existent". */
describe('a hidden id and a random one are answered alike', () => {
  it.each(takesId.map((operation) => [operation.name, operation] as const))('%s', async (name, operation) => {
    for (const role of ['viewer', 'editor'] as const) {
      const world = await buildWorld({ role, trainingManager: false }, 'strict');
      const attempt = (id: string) =>
        refusalOf(world.workspace.as(ACTOR, operation, { id, ...REST_OF_INPUT[name] }));
      const random = await attempt(newId(kindOf(name)));
      expect(random).toMatchObject({ code: 'not_found', status: 404 });
      expect(await attempt('no id at all')).toEqual(random);
      for (const id of hiddenIds(world, operation, role)) expect(await attempt(id)).toEqual(random);
    }
  });

  it('a training deck, for the manager and for whoever is to take it', async () => {
    const { workspace, places } = await buildWorld({ role: 'viewer', trainingManager: true }, 'strict');
    const calls: [Operation, object][] = [
      [readDeck, {}],
      [assignDeck, { usernames: ['admin'] }],
      [unassignDeck, { usernames: ['admin'] }],
      [deleteDeck, {}],
      [takeDeck, {}],
      [submitAnswers, {}],
    ];
    for (const [operation, input] of calls) {
      const attempt = (id: string) => refusalOf(workspace.as(ACTOR, operation, { deck_id: id, ...input }));
      const random = await attempt(newId('deck'));
      expect(random).toMatchObject({ code: 'not_found', status: 404 });
      expect(await attempt('no id at all')).toEqual(random);
      expect(await attempt(places.private.decks.published)).toEqual(random);
      expect(await attempt(places.none.decks.published)).toEqual(random);
    }
  });

  it('a parent: on creation and on nesting', async () => {
    const { workspace, places } = await buildWorld({ role: 'editor', trainingManager: false }, 'open');
    const create = (parent: string) =>
      refusalOf(workspace.as(ACTOR, createDocument, { space: 'handbook', title: 'New', parent }));
    const nest = (parent: string) =>
      refusalOf(workspace.as(ACTOR, updateDocument, { id: places.edit.documents.draft, parent }));
    for (const attempt of [create, nest]) {
      const random = await attempt(newId('document'));
      expect(random.code).toBe('not_found');
      expect(await attempt(places.private.documents.published)).toEqual(random);
      expect(await attempt(places.edit.documents['trashed draft'])).toEqual(random);
    }
  });

  it('a space: on creation, moving, listing and searching', async () => {
    const { workspace, places } = await buildWorld({ role: 'editor', trainingManager: false }, 'open');
    const attempts = [
      (space: string) => workspace.as(ACTOR, createDocument, { space, title: 'New' }),
      (space: string) => workspace.as(ACTOR, updateDocument, { id: places.edit.documents.draft, space }),
      (space: string) => workspace.as(ACTOR, listDocuments, { space }),
      (space: string) => workspace.as(ACTOR, searchDocuments, { q: 'text', space }),
    ];
    for (const attempt of attempts) {
      const random = await refusalOf(attempt('no-such-space'));
      expect(random.code).toBe('not_found');
      expect(await refusalOf(attempt(places.private.slug))).toEqual(random);
      expect(await refusalOf(attempt(places.none.slug))).toEqual(random);
    }
  });

  it('a search that names a hidden space, and one that names none, both find nothing', async () => {
    const { workspace, places } = await buildWorld({ role: 'editor', trainingManager: false }, 'open');
    const find = (q: string) => workspace.as(ACTOR, searchDocuments, { q });
    expect(await find(`text space:${places.private.slug}`)).toEqual(await find('text space:no-such-space'));
  });

  it('somebody else’s notification: marking it does nothing and says the same as for a random id', async () => {
    const { workspace } = await buildWorld({ role: 'editor', trainingManager: false }, 'strict');
    await workspace.as(ACTOR, createDocument, { space: 'handbook', title: 'New', status: 'published' });
    const [foreign] = workspace.services.views.notificationsOf(workspace.actor('admin').user_id ?? '');
    const mark = (id: string) => workspace.as(ACTOR, markNotificationsRead, { ids: [id] });
    expect(foreign).toBeDefined();
    expect(await mark(foreign?.id ?? '')).toEqual(await mark(newId('notification')));
    expect(workspace.store.tables.notifications.get(foreign?.id ?? '')?.read_at).toBeNull();
  });

  it('a username that only admins may ask about: refused before it is looked up', async () => {
    const { workspace } = await buildWorld({ role: 'editor', trainingManager: false }, 'strict');
    const list = (username: string) => refusalOf(workspace.as(ACTOR, listTokens, { username }));
    const create = (username: string) =>
      refusalOf(workspace.as(ACTOR, createToken, { username, name: 'New' }));
    expect(await list('admin')).toEqual(await list('nobody'));
    expect(await create('admin')).toEqual(await create('nobody'));
  });
});
