import { describe, expect, it } from 'vitest';
import { deleteAttachment } from '../../server/operations/attachments/delete.ts';
import { withdrawChangeRequest } from '../../server/operations/change-requests/withdraw.ts';
import { markNotificationsRead } from '../../server/operations/notifications/mark-read.ts';
import { operations } from '../../server/operations/registry.ts';
import { DEALT_WITH } from '../../server/operations/sittings/undo-others.ts';
import { assignDeck } from '../../server/operations/training/assign.ts';
import { createDeck } from '../../server/operations/training/create-deck.ts';
import { deleteDeck } from '../../server/operations/training/delete-deck.ts';
import { submitAnswers } from '../../server/operations/training/submit.ts';
import { unassignDeck } from '../../server/operations/training/unassign.ts';
import { createUploadLink } from '../../server/operations/upload-links/create.ts';
import { RIGHT, TEXT } from '../builders/training.ts';
import { ASSISTANT, assistantWorkspace } from './assistant.ts';

const IMAGE = {
  id: 'att_1',
  name: 'kettle.png',
  type: 'image/png',
  size: 1,
  width: 1,
  height: 1,
  sha256: '',
  alt: '',
  created_at: '',
} as const;

async function trainingDesk() {
  const workspace = assistantWorkspace();
  workspace.set({ training: true });
  const page = await workspace.page('Kettle', TEXT, { status: 'published' });
  const deck = async () => (await workspace.assistant(createDeck, { doc_id: page })).deck.id;
  const assign = (deck_id: string, ...usernames: string[]) =>
    workspace.assistant(assignDeck, { deck_id, usernames });
  const { assignments, decks, notifications } = workspace.store.tables;
  return { workspace, deck, assign, assignments, decks, notifications };
}

describe('training that a sitting arranged', () => {
  it('is gone with its assignments and what told of them', async () => {
    const { workspace, deck, assign, assignments, decks, notifications } = await trainingDesk();
    const id = await deck();
    await assign(id, 'viewer', 'editor');
    const { items } = await workspace.undo();
    expect(items).toMatchObject([
      {
        type: 'deck',
        id,
        title: 'Kettle',
        outcome: 'undone',
        did: ['Taken from 2 people.', 'The deck is deleted.'],
      },
    ]);
    expect([assignments.size, decks.size, notifications.size]).toEqual([0, 0, 0]);
    expect((await workspace.undo()).items).toEqual([]);
  });

  it('stays where somebody has taken it, with their result', async () => {
    const { workspace, deck, assign, assignments, decks } = await trainingDesk();
    const id = await deck();
    await assign(id, 'viewer', 'editor');
    await workspace.as('viewer', submitAnswers, { deck_id: id, answers: RIGHT });
    expect((await workspace.undo()).items).toMatchObject([
      {
        outcome: 'partly',
        did: ['Taken from 1 person.'],
        left: [
          'The assignments of The viewer stay: they have taken the training.',
          'The deck stays: people have it.',
        ],
      },
    ]);
    expect([assignments.size, decks.size]).toEqual([1, 1]);
  });

  it('is taken from those only to whom the sitting gave it', async () => {
    const { workspace, deck, assign, assignments } = await trainingDesk();
    const id = await deck();
    const first = workspace.sitting();
    workspace.clock.advance(1000);
    await workspace.as('admin', assignDeck, { deck_id: id, usernames: ['viewer'] });
    workspace.clock.advance(1000);
    await assign(id, 'editor');
    await workspace.undo('admin', first);
    expect([...assignments.all()].map(({ user_id: user }) => user)).toEqual([
      workspace.actor('viewer').user_id,
    ]);
  });

  it('that a sitting took away or deleted is reported', async () => {
    const { workspace, deck, assign } = await trainingDesk();
    const [kept, gone] = [await deck(), await deck()];
    await assign(kept, 'viewer');
    const before = workspace.sitting();
    workspace.clock.advance(31 * 60_000);
    await workspace.assistant(unassignDeck, { deck_id: kept, everyone: true });
    await workspace.assistant(deleteDeck, { deck_id: gone });
    expect(workspace.sitting()).not.toBe(before);
    expect((await workspace.undo()).items).toMatchObject([
      { id: kept, outcome: 'kept', left: [expect.stringContaining('Assign it again')] },
      { id: gone, outcome: 'kept', left: [expect.stringContaining('deleted this deck')] },
    ]);
  });

  it('stays for whoever manages no training any more', async () => {
    const { workspace, deck } = await trainingDesk();
    await deck();
    workspace.set({ training: false });
    expect((await workspace.undo()).items).toMatchObject([
      { outcome: 'kept', left: ['Training is switched off in this workspace.'] },
    ]);
  });
});

it('upload links of the sitting that nobody has used are revoked', async () => {
  const workspace = assistantWorkspace();
  const page = await workspace.page('Page', 'x');
  await workspace.as('admin', createUploadLink, { doc_id: page });
  await workspace.assistant(createUploadLink, { doc_id: page });
  const { items } = await workspace.undo();
  expect(items).toMatchObject([
    { type: 'upload_link', outcome: 'undone', did: ['Revoked: nobody had used it.'] },
  ]);
  const links = [...workspace.store.tables.upload_links.all()];
  expect(links.map(({ credential_id: of, revoked_at: at }) => [of, at !== null])).toEqual([
    [null, false],
    [ASSISTANT.id, true],
  ]);
});

it('images that the sitting attached stay, and are named', async () => {
  const workspace = assistantWorkspace();
  const page = await workspace.page('Page', 'x');
  await workspace.edits(page, { content: 'y' });
  const by = workspace.store.tables.documents.get(page)?.updated_by;
  if (!by) throw new Error('The page is gone.');
  const tx = workspace.store.begin();
  tx.attachments.put({ ...IMAGE, document_id: page, by });
  await tx.commit();
  expect((await workspace.undo()).items).toMatchObject([
    {
      outcome: 'partly',
      did: ['Changed back: text.'],
      left: ['Attached images stay, for earlier versions of the text to show them: “kettle.png”.'],
    },
  ]);
});

it('an image that the sitting deleted is said to be gone', async () => {
  const workspace = assistantWorkspace();
  const page = await workspace.page('Page', 'x');
  const by = workspace.store.tables.documents.get(page)?.updated_by;
  if (!by) throw new Error('The page is gone.');
  const tx = workspace.store.begin();
  tx.attachments.put({ ...IMAGE, document_id: page, by });
  await tx.commit();
  await workspace.assistant(deleteAttachment, { id: IMAGE.id });
  expect((await workspace.undo()).items).toMatchObject([
    { id: page, outcome: 'kept', left: ['The sitting’s “attachments.delete” cannot be taken back.'] },
  ]);
});

it('what no operation takes back is said by name; having read a notification is nobody’s loss', async () => {
  const workspace = assistantWorkspace('editor');
  const page = await workspace.page('Page', 'x', { status: 'published' });
  await workspace.change('editor', page, { title: 'Proposed' });
  const [request] = workspace.services.views.changeRequests();
  await workspace.assistant(withdrawChangeRequest, { id: request?.id });
  await workspace.assistant(markNotificationsRead, {});
  expect((await workspace.undo()).items).toMatchObject([
    {
      type: 'change_request',
      id: request?.id,
      outcome: 'kept',
      left: ['The sitting’s “change_requests.withdraw” cannot be taken back.'],
    },
  ]);
});

it('every write that a token can make is taken back or named: a new one needs a decision', () => {
  const named = ['attachments.delete', 'change_requests.withdraw'];
  const writes = operations.filter(({ effect, reach }) => effect !== 'read' && reach === undefined);
  expect([...DEALT_WITH, ...named].toSorted()).toEqual(writes.map(({ name }) => name).toSorted());
});
