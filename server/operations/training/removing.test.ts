import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../test/authorization/refusal.ts';
import { assigned, RIGHT, submit, trainingWorkspace } from '../../../test/builders/training.ts';
import type { TestWorkspace } from '../../../test/builders/workspace.ts';
import { readDocument } from '../documents/read.ts';
import { listNotifications } from '../notifications/list.ts';
import { assignDeck } from './assign.ts';
import { deleteDeck } from './delete-deck.ts';
import { listAssignments } from './list-assignments.ts';
import { readDeck } from './read-deck.ts';
import { takeDeck } from './take.ts';
import { unassignDeck } from './unassign.ts';

const unassign = (workspace: TestWorkspace, deckId: string, input: object) =>
  workspace.as('trainer', unassignDeck, { deck_id: deckId, ...input });
const totals = async (workspace: TestWorkspace, username: string) => ({
  assignments: (await workspace.as(username, listAssignments, {})).total,
  notifications: (await workspace.as(username, listNotifications, {})).total,
});

describe('taking a deck from people again', () => {
  it('takes it with their results and the line in their inbox, in one commit with the audit entry', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['viewer', 'editor']);
    await submit(workspace, 'viewer', deckId, RIGHT);
    let commits = 0;
    workspace.store.onApplied(() => void (commits += 1));
    expect(await unassign(workspace, deckId, { usernames: ['viewer', 'admin', 'viewer'] })).toMatchObject({
      unassigned: 1,
      not_assigned: 1,
      deck: { counts: { assigned: 1, passed: 0 } },
    });
    expect(commits).toBe(1);
    expect((await workspace.store.audit({ limit: 1 }))[0]).toMatchObject({
      action: 'training.unassign',
      target: { type: 'deck', id: deckId },
      details: { unassigned: 1, everyone: false },
    });
    expect(await totals(workspace, 'viewer')).toEqual({ assignments: 0, notifications: 0 });
    expect(await totals(workspace, 'editor')).toEqual({ assignments: 1, notifications: 1 });
    expect((await refusalOf(workspace.as('viewer', takeDeck, { deck_id: deckId }))).code).toBe('not_found');
  });

  it('from everybody who has it; assigned again, they begin anew', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['viewer', 'editor']);
    await submit(workspace, 'viewer', deckId, RIGHT);
    expect(await unassign(workspace, deckId, { everyone: true })).toMatchObject({ unassigned: 2 });
    await workspace.as('trainer', assignDeck, { deck_id: deckId, usernames: ['viewer'] });
    expect((await workspace.as('trainer', readDeck, { deck_id: deckId })).items).toMatchObject([
      { person: { username: 'viewer' }, state: 'assigned', attempts: 0 },
    ]);
  });

  it('lists unknown names back, and then takes it from nobody; disabled people are known', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['viewer', 'editor']);
    const attempt = unassign(workspace, deckId, { usernames: ['viewer', 'nobody', '../x', 'nobody'] });
    expect(await refusalOf(attempt)).toMatchObject({
      code: 'bad_request',
      message: 'usernames: no such person: nobody, ../x. The deck was taken from nobody.',
      details: { unknown: ['nobody', '../x'] },
    });
    expect(workspace.store.tables.assignments.size).toBe(2);
    const viewer = workspace.services.views.userByName('viewer');
    if (viewer) workspace.store.seed('users', { ...viewer, disabled: true });
    expect(await unassign(workspace, deckId, { usernames: ['viewer'] })).toMatchObject({ unassigned: 1 });
  });

  it.each([{}, { everyone: false }, { usernames: ['viewer'], everyone: true }])(
    'takes one of the two ways: %j is refused',
    async (way) => {
      const workspace = trainingWorkspace();
      const deckId = await assigned(workspace, ['viewer']);
      expect(await refusalOf(unassign(workspace, deckId, way))).toMatchObject({ code: 'bad_request' });
      expect(workspace.store.tables.assignments.size).toBe(1);
    },
  );

  it('at the moment of a submission leaves no half of either', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['viewer']);
    const [handedIn, taken] = await Promise.allSettled([
      submit(workspace, 'viewer', deckId, RIGHT),
      unassign(workspace, deckId, { everyone: true }),
    ]);
    expect(taken).toMatchObject({ status: 'fulfilled', value: { unassigned: 1 } });
    const refusal = handedIn.status === 'rejected' ? Object(handedIn.reason).code : 'none';
    expect(['none', 'not_found']).toContain(refusal);
    expect(workspace.store.tables.assignments.size).toBe(0);
  });
});

describe('deleting a deck', () => {
  it('takes its assignments, results and inbox lines along, and leaves the document as it is', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['viewer', 'editor']);
    const { deck } = await workspace.as('trainer', readDeck, { deck_id: deckId });
    const before = await workspace.as('trainer', readDocument, { id: deck.document_id });
    expect(await workspace.as('trainer', deleteDeck, { deck_id: deckId })).toEqual({
      id: deckId,
      title: 'Kettle',
      deleted: true,
      unassigned: 2,
    });
    expect((await workspace.store.audit({ limit: 1 }))[0]).toMatchObject({
      action: 'training.delete_deck',
      target: { type: 'deck', id: deckId },
      details: { title: 'Kettle', unassigned: 2 },
    });
    expect(workspace.store.tables.decks.size).toBe(0);
    expect(workspace.store.tables.assignments.size).toBe(0);
    expect(await totals(workspace, 'editor')).toEqual({ assignments: 0, notifications: 0 });
    expect(await workspace.as('trainer', readDocument, { id: deck.document_id })).toEqual(before);
    expect((await refusalOf(workspace.as('trainer', deleteDeck, { deck_id: deckId }))).code).toBe(
      'not_found',
    );
  });

  it('at the moment in which it is assigned leaves no assignment without a deck', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['viewer']);
    await Promise.allSettled([
      workspace.as('trainer', deleteDeck, { deck_id: deckId }),
      workspace.as('trainer', assignDeck, { deck_id: deckId, everyone: true }),
      workspace.as('trainer', assignDeck, { deck_id: deckId, usernames: ['editor'] }),
    ]);
    expect(workspace.store.tables.decks.size).toBe(0);
    expect(workspace.store.tables.assignments.size).toBe(0);
  });
});
