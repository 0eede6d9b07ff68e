import { beforeEach, describe, expect, it } from 'vitest';
import { approveChangeRequest } from '../../server/operations/change-requests/approve.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { readDocument } from '../../server/operations/documents/read.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { buildWorkspace, type TestWorkspace } from '../builders/workspace.ts';
import { refusalOf } from './refusal.ts';
import { isSameState, takeSnapshot } from './snapshot.ts';

type SpaceName = 'closed' | 'readable' | 'own' | 'handbook';
type Status = 'draft' | 'published';
type Refused = [who: string, from: SpaceName, to: SpaceName, status: Status, code: string];

/** Security A5: moving needs rights at source and destination. */
describe('moving a document between spaces', () => {
  let workspace: TestWorkspace;

  beforeEach(() => {
    workspace = buildWorkspace();
    workspace.addSpace('closed', { visibility: 'private' });
    workspace.addSpace('readable', { members: { editor: 'read', approver: 'read' } });
    workspace.addSpace('own', {
      visibility: 'private',
      members: { editor: 'edit', approver: 'edit', viewer: 'edit' },
    });
    workspace.set({ approval_mode: 'strict' });
  });

  const create = async (space: SpaceName, status: Status, parent: string | null = null) =>
    (await workspace.as('admin', createDocument, { space, title: 'Page', content: 'Text', status, parent }))
      .document.id;
  const read = async (id: string) => (await workspace.as('admin', readDocument, { id })).document;

  it.each<Refused>([
    ['editor', 'closed', 'own', 'draft', 'not_found'],
    ['editor', 'closed', 'own', 'published', 'not_found'],
    ['approver', 'closed', 'own', 'published', 'not_found'],
    ['editor', 'readable', 'own', 'draft', 'forbidden'],
    ['editor', 'readable', 'own', 'published', 'forbidden'],
    ['approver', 'readable', 'own', 'published', 'forbidden'],
    ['editor', 'own', 'closed', 'draft', 'not_found'],
    ['editor', 'own', 'closed', 'published', 'not_found'],
    ['approver', 'own', 'closed', 'published', 'not_found'],
    ['editor', 'own', 'readable', 'draft', 'forbidden'],
    ['approver', 'own', 'readable', 'published', 'forbidden'],
    ['viewer', 'own', 'handbook', 'published', 'forbidden'],
  ])('%s, from %s to %s, a %s one: %s, and nothing is changed', async (who, from, to, status, code) => {
    const id = await create(from, status);
    const before = takeSnapshot(workspace.store);
    expect(
      await refusalOf(workspace.as(who, updateDocument, { id, space: to, title: 'Mine' })),
    ).toMatchObject({ code });
    expect(isSameState(before, takeSnapshot(workspace.store))).toBe(true);
  });

  it('with edit rights on both sides a draft moves, and its sub-pages and their history with it', async () => {
    const id = await create('own', 'draft');
    const child = await create('own', 'draft', id);
    const outcome = await workspace.as('editor', updateDocument, { id, space: 'handbook' });
    expect(outcome).toMatchObject({
      pending: false,
      changed: ['space'],
      document: { space: 'handbook', version: 2 },
    });
    expect(await read(child)).toMatchObject({ space: 'handbook', parent: id, version: 2 });
  });

  it('a page that moves alone leaves its parent behind', async () => {
    const parent = await create('own', 'draft');
    const id = await create('own', 'draft', parent);
    await workspace.as('editor', updateDocument, { id, space: 'handbook' });
    expect(await read(id)).toMatchObject({ space: 'handbook', parent: null });
  });

  it('in strict mode an editor’s move of a published page waits for review', async () => {
    const id = await create('own', 'published');
    const outcome = await workspace.as('editor', updateDocument, { id, space: 'handbook' });
    expect(outcome).toMatchObject({ pending: true });
    expect(await read(id)).toMatchObject({ space: 'own', version: 1 });
  });

  it('a draft does not carry a published sub-page past the review', async () => {
    const id = await create('own', 'draft');
    const child = await create('own', 'published', id);
    const attempt = workspace.as('editor', updateDocument, { id, space: 'handbook' });
    expect(await refusalOf(attempt)).toMatchObject({
      code: 'forbidden',
      hint: expect.stringContaining('approver'),
    });
    expect(await read(child)).toMatchObject({ space: 'own' });
  });

  it('a queued move is approved only by an approver of the destination', async () => {
    workspace.addUser('approver', 'narrow');
    workspace.addSpace('target', { members: { narrow: 'read' } });
    const id = await create('handbook', 'published');
    const outcome = await workspace.as('editor', updateDocument, { id, space: 'target' });
    const request = outcome.pending ? outcome.change_request_id : '';
    expect(await refusalOf(workspace.as('narrow', approveChangeRequest, { id: request }))).toMatchObject({
      code: 'forbidden',
    });
    expect(await read(id)).toMatchObject({ space: 'handbook' });
    await workspace.as('approver', approveChangeRequest, { id: request });
    expect(await read(id)).toMatchObject({ space: 'target', version: 2 });
  });

  it('a move and a parent that lies in the old space contradict each other', async () => {
    const parent = await create('own', 'draft');
    const id = await create('own', 'draft');
    const attempt = workspace.as('editor', updateDocument, { id, space: 'handbook', parent });
    expect(await refusalOf(attempt)).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('another space'),
    });
  });

  it('a queued change of parent is checked again when it is approved: no page ends up below itself', async () => {
    const id = await create('handbook', 'published');
    const below = await create('handbook', 'published');
    const outcome = await workspace.as('editor', updateDocument, { id, parent: below });
    const request = outcome.pending ? outcome.change_request_id : '';
    await workspace.as('admin', updateDocument, { id: below, parent: id });
    expect(await refusalOf(workspace.as('approver', approveChangeRequest, { id: request }))).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('nested under itself'),
    });
    expect(await read(id)).toMatchObject({ parent: null, version: 1 });
  });

  it('a queued change of parent is refused when the parent has meanwhile left the space', async () => {
    const id = await create('handbook', 'published');
    const parent = await create('handbook', 'published');
    const outcome = await workspace.as('editor', updateDocument, { id, parent });
    const request = outcome.pending ? outcome.change_request_id : '';
    await workspace.as('admin', updateDocument, { id: parent, space: 'own' });
    expect(await refusalOf(workspace.as('approver', approveChangeRequest, { id: request }))).toMatchObject({
      code: 'bad_request',
    });
  });
});
