import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../test/authorization/refusal.ts';
import {
  addManager,
  assigned,
  makeDeck,
  publish,
  RIGHT,
  submit,
  TEXT,
  trainingWorkspace,
} from '../../../test/builders/training.ts';
import { buildWorkspace } from '../../../test/builders/workspace.ts';
import type { Operation } from '../define.ts';
import { createDocument } from '../documents/create.ts';
import { trashDocument } from '../documents/trash.ts';
import { updateDocument } from '../documents/update.ts';
import { listNotifications } from '../notifications/list.ts';
import { purgeDocument } from '../trash/purge.ts';
import { assignDeck } from './assign.ts';
import { createDeck } from './create-deck.ts';
import { deleteDeck } from './delete-deck.ts';
import { listAssignments } from './list-assignments.ts';
import { listDecks } from './list-decks.ts';
import { readDeck } from './read-deck.ts';
import { submitAnswers } from './submit.ts';
import { takeDeck } from './take.ts';
import { unassignDeck } from './unassign.ts';

const EVERYTHING: [Operation, object][] = [
  [createDeck, { doc_id: 'doc_00000000000' }],
  [assignDeck, { deck_id: 'deck_00000000000', everyone: true }],
  [unassignDeck, { deck_id: 'deck_00000000000', everyone: true }],
  [deleteDeck, { deck_id: 'deck_00000000000' }],
  [listDecks, {}],
  [readDeck, { deck_id: 'deck_00000000000' }],
  [listAssignments, {}],
  [takeDeck, { deck_id: 'deck_00000000000' }],
  [submitAnswers, { deck_id: 'deck_00000000000' }],
];

describe('the entitlement: the workspace switch "Training", off by default', () => {
  it('refuses every operation, an admin’s too, and says who switches it on and where', async () => {
    const workspace = buildWorkspace();
    for (const [operation, input] of EVERYTHING) {
      const refusal = await refusalOf(workspace.as('admin', operation, input));
      expect(refusal).toMatchObject({
        code: 'forbidden',
        message: 'Training is switched off in this workspace.',
        hint: 'An admin switches it on at the machine of the workspace, in the app under Settings → Training, or with the command `settings set training on`.',
      });
    }
  });

  it('switched off again, what was assigned can neither be taken nor seen, and is there when it is on again', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['editor']);
    workspace.set({ training: false });
    expect((await refusalOf(submit(workspace, 'editor', deckId, RIGHT))).code).toBe('forbidden');
    workspace.set({ training: true });
    expect((await submit(workspace, 'editor', deckId, RIGHT)).passed).toBe(true);
  });
});

describe('rights: training managers manage, admins included; assignees take', () => {
  it('everybody else is refused, approvers too', async () => {
    const workspace = trainingWorkspace();
    for (const username of ['viewer', 'editor', 'approver']) {
      for (const [operation, input] of EVERYTHING.slice(0, 6)) {
        const refusal = await refusalOf(workspace.as(username, operation, input));
        expect([operation.name, refusal.message]).toEqual([
          operation.name,
          'Only training managers may do this.',
        ]);
      }
    }
    for (const username of ['trainer', 'admin']) {
      expect(await workspace.as(username, listDecks, {})).toMatchObject({ total: 0 });
    }
  });

  it('a deck that is not assigned to one is not there for them, not even for the manager who made it', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['viewer']);
    for (const username of ['editor', 'trainer']) {
      const unknown = await refusalOf(workspace.as(username, takeDeck, { deck_id: 'deck_00000000000' }));
      expect(unknown.code).toBe('not_found');
      expect(await refusalOf(workspace.as(username, takeDeck, { deck_id: deckId }))).toEqual(unknown);
      expect(await refusalOf(submit(workspace, username, deckId, RIGHT))).toEqual(unknown);
    }
  });

  it('a manager sees decks of the spaces that they see, and no others', async () => {
    const workspace = trainingWorkspace();
    addManager(workspace, 'editor', 'outsider');
    workspace.addSpace('closed', { visibility: 'private', members: { trainer: 'read', viewer: 'read' } });
    const documentId = await publish(workspace, TEXT, 'closed');
    const { deck } = await workspace.as('trainer', createDeck, { doc_id: documentId });
    expect((await workspace.as('outsider', listDecks, {})).total).toBe(0);
    for (const [operation, input] of [
      [createDeck, { doc_id: documentId }],
      [readDeck, { deck_id: deck.id }],
      [assignDeck, { deck_id: deck.id, usernames: ['viewer'] }],
    ] as [Operation, object][]) {
      expect((await refusalOf(workspace.as('outsider', operation, input))).code).toBe('not_found');
    }
  });

  it('taking and submitting is for people: no token does it for them', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['editor']);
    workspace.addToken('editor', { id: 'tok_a', name: 'assistant' });
    const credential = { kind: 'personal_token', id: 'tok_a', name: 'assistant' } as const;
    for (const operation of [takeDeck, submitAnswers] as Operation[]) {
      const attempt = workspace.as('editor', operation, { deck_id: deckId }, { via: 'mcp', credential });
      expect(await refusalOf(attempt)).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('people'),
        hint: 'People take their trainings themselves, in the app.',
      });
    }
  });
});

describe('a deck is made "from a published document"', () => {
  it('and keeps the version that it was made from', async () => {
    const workspace = trainingWorkspace();
    const id = await publish(workspace);
    const { deck } = await workspace.as('trainer', createDeck, { doc_id: id, due_days: 14 });
    expect(deck).toMatchObject({
      id: expect.stringMatching(/^deck_[0-9a-z]{12}$/),
      title: 'Kettle',
      document_id: id,
      document_version: 1,
      document_state: 'published',
      outdated: false,
      slide_count: 2,
      question_count: 2,
      due_days: 14,
      pass_percent: 80,
      counts: { assigned: 0 },
      created_by: { username: 'trainer' },
    });
    const [entry] = await workspace.store.audit({ limit: 1 });
    expect(entry).toMatchObject({ action: 'training.create_deck', target: { type: 'deck', id: deck.id } });
  });

  it('and says when the document moved on, while its slides stay', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['editor']);
    const { items } = await workspace.as('trainer', listDecks, {});
    const id = items[0]?.document_id ?? '';
    await workspace.as('admin', updateDocument, { id, title: 'Pot', content: '# Rewritten\n' });
    const { deck } = await workspace.as('trainer', readDeck, { deck_id: deckId });
    expect(deck).toMatchObject({ title: 'Kettle', outdated: true, document_version: 1, current_version: 2 });
    const { slides } = await workspace.as('editor', takeDeck, { deck_id: deckId });
    expect(slides[0]?.markdown).toBe('# Kettle\n\nFill it.');
  });

  it('not from a draft, and not from one that the manager may not read', async () => {
    const workspace = trainingWorkspace();
    const { document } = await workspace.as('admin', createDocument, { title: 'Draft', content: TEXT });
    const refuse = (username: string) =>
      refusalOf(workspace.as(username, createDeck, { doc_id: document.id }));
    expect((await refuse('admin')).code).toBe('conflict');
    expect((await refuse('trainer')).code).toBe('not_found');
  });

  it('not from one without a text, nor from questions that nobody can answer, which are named', async () => {
    const workspace = trainingWorkspace();
    const empty = await publish(workspace, ' \n');
    expect((await refusalOf(workspace.as('trainer', createDeck, { doc_id: empty }))).code).toBe('conflict');
    const broken = await publish(workspace, ':::quiz\nWhich?\n- [ ] A\n- [ ] B\n:::\n');
    const refusal = await refusalOf(workspace.as('trainer', createDeck, { doc_id: broken }));
    expect(refusal.message).toMatch(/question 1: .*no right answer/);
    expect(workspace.store.tables.decks.size).toBe(0);
  });
});

describe('assigning "by usernames or to everyone. Assignees are notified"', () => {
  it('gives each person a date and a line in their inbox, in one commit with the audit entry', async () => {
    const workspace = trainingWorkspace();
    const deckId = await makeDeck(workspace, { due_days: 7 });
    let commits = 0;
    workspace.store.onApplied(() => void (commits += 1));
    const answer = await workspace.as('trainer', assignDeck, {
      deck_id: deckId,
      usernames: ['viewer', 'editor'],
    });
    expect(answer).toMatchObject({
      assigned: 2,
      already_assigned: 0,
      deck: { counts: { assigned: 2, not_started: 2 } },
    });
    expect(commits).toBe(1);
    expect((await workspace.store.audit({ limit: 1 }))[0]).toMatchObject({
      action: 'training.assign',
      details: { assigned: 2, everyone: false },
    });
    for (const username of ['viewer', 'editor']) {
      const { items } = await workspace.as(username, listNotifications, {});
      expect(items[0]).toMatchObject({
        kind: 'training_assigned',
        deck_id: deckId,
        document_id: answer.deck.document_id,
        change_request_id: null,
        actor: { username: 'trainer' },
      });
      expect(await workspace.as(username, listAssignments, {})).toMatchObject({
        items: [{ deck_id: deckId, state: 'assigned', available: true, due_at: '2026-03-08T09:00:00.000Z' }],
      });
    }
  });

  it('lists unknown names back, and people who may not read the document, and then assigns nobody', async () => {
    const workspace = trainingWorkspace();
    workspace.store.seed('users', { ...workspace.addUser('viewer', 'gone'), disabled: true });
    workspace.addUser('viewer', 'outsider');
    workspace.addSpace('team', { members: { outsider: 'none' } });
    const id = await publish(workspace, TEXT, 'team');
    const { deck } = await workspace.as('trainer', createDeck, { doc_id: id });
    const usernames = ['viewer', 'nobody', 'gone', '../x', 'outsider'];
    const refusal = await refusalOf(workspace.as('trainer', assignDeck, { deck_id: deck.id, usernames }));
    expect(refusal).toMatchObject({
      code: 'bad_request',
      message:
        'usernames: no such person: nobody, gone, ../x; may not read the document: outsider. Nobody was assigned.',
      details: { unknown: ['nobody', 'gone', '../x'], cannot_read: ['outsider'] },
    });
    expect(workspace.store.tables.assignments.size).toBe(0);
  });

  it('everyone is everybody who may read it now; who comes later is added by assigning everyone again', async () => {
    const workspace = trainingWorkspace();
    workspace.store.seed('users', { ...workspace.addUser('viewer', 'gone'), disabled: true });
    workspace.addSpace('team', { members: { viewer: 'none' } });
    const id = await publish(workspace, TEXT, 'team');
    const { deck } = await workspace.as('trainer', createDeck, { doc_id: id });
    const everyone = { deck_id: deck.id, everyone: true };
    expect(await workspace.as('trainer', assignDeck, everyone)).toMatchObject({ assigned: 4 });
    workspace.addUser('editor', 'newcomer');
    expect(await workspace.as('trainer', readDeck, { deck_id: deck.id })).toMatchObject({ not_assigned: 1 });
    expect(await workspace.as('trainer', assignDeck, everyone)).toMatchObject({
      assigned: 1,
      already_assigned: 4,
    });
    expect((await workspace.as('newcomer', listNotifications, {})).unread).toBe(1);
    expect((await workspace.as('editor', listNotifications, {})).unread).toBe(1);
  });

  it('again keeps date and results', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['editor'], { due_days: 7 });
    await submit(workspace, 'editor', deckId, RIGHT);
    workspace.clock.advance(86_400_000);
    await workspace.as('trainer', assignDeck, { deck_id: deckId, usernames: ['editor', 'editor', 'viewer'] });
    const { items } = await workspace.as('trainer', readDeck, { deck_id: deckId });
    expect(items).toMatchObject([
      { person: { username: 'editor' }, state: 'passed', due_at: '2026-03-08T09:00:00.000Z' },
      { person: { username: 'viewer' }, state: 'assigned', due_at: '2026-03-09T09:00:00.000Z' },
    ]);
  });

  it('twice at the same moment gives nobody two', async () => {
    const workspace = trainingWorkspace();
    const deckId = await makeDeck(workspace);
    const everyone = () => workspace.as('trainer', assignDeck, { deck_id: deckId, everyone: true });
    const answers = await Promise.all([everyone(), everyone(), everyone()]);
    expect(answers.map((answer) => answer.assigned).toSorted((left, right) => left - right)).toEqual([
      0, 0, 5,
    ]);
    expect(workspace.store.tables.assignments.size).toBe(5);
    expect((await workspace.as('viewer', listNotifications, {})).total).toBe(1);
  });

  it.each([{}, { everyone: false }, { usernames: ['viewer'], everyone: true }])(
    'takes one of the two ways: %j is refused',
    async (way) => {
      const workspace = trainingWorkspace();
      const deckId = await makeDeck(workspace);
      const refusal = await refusalOf(workspace.as('trainer', assignDeck, { deck_id: deckId, ...way }));
      expect(refusal).toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining('usernames, everyone'),
      });
    },
  );

  it('is refused once the document is not published any more', async () => {
    const workspace = trainingWorkspace();
    const deckId = await makeDeck(workspace);
    const { deck } = await workspace.as('trainer', readDeck, { deck_id: deckId });
    await workspace.as('admin', updateDocument, { id: deck.document_id, status: 'draft' });
    const assign = () => refusalOf(workspace.as('trainer', assignDeck, { deck_id: deckId, everyone: true }));
    expect((await assign()).code).toBe('conflict');
    await workspace.as('admin', trashDocument, { id: deck.document_id });
    await workspace.as('admin', purgeDocument, { id: deck.document_id });
    expect((await assign()).code).toBe('conflict');
  });
});
