import { describe, expect, it } from 'vitest';
import { approveChangeRequest } from '../../server/operations/change-requests/approve.ts';
import { rejectChangeRequest } from '../../server/operations/change-requests/reject.ts';
import { withdrawChangeRequest } from '../../server/operations/change-requests/withdraw.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { listSittings } from '../../server/operations/sittings/list.ts';
import { readSitting } from '../../server/operations/sittings/read.ts';
import { undoSitting } from '../../server/operations/sittings/undo.ts';
import { updateUser } from '../../server/operations/users/update.ts';
import { assistantWorkspace } from './assistant.ts';

const refused = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

describe('who takes back what a sitting changed', () => {
  it('the person in whose name it wrote, and admins; for everybody else the sitting is not there', async () => {
    const workspace = assistantWorkspace('editor');
    const id = await workspace.page('Page', 'x');
    await workspace.edits(id, { content: 'y' });
    workspace.addUser('editor', 'other');
    for (const username of ['other', 'approver', 'viewer']) {
      expect(await refused(workspace.undo(username))).toBe('not_found');
      const read = workspace.as(username, readSitting, { id: workspace.sitting() });
      expect(await refused(read)).toBe('not_found');
      expect((await workspace.as(username, listSittings, {})).total).toBe(0);
      const list = workspace.as(username, listSittings, { username: 'editor' });
      expect(await refused(list)).toBe('forbidden');
    }
    expect((await workspace.as('editor', listSittings, {})).total).toBe(1);
    expect((await workspace.as('admin', listSittings, { username: 'editor' })).total).toBe(1);
    expect(await workspace.undo('admin')).toMatchObject({ message: 'Taken back: 1.' });
  });

  it('never the token itself, nor another one', async () => {
    const workspace = assistantWorkspace();
    const id = await workspace.page('Page', 'x');
    await workspace.edits(id, { content: 'y' });
    for (const operation of [undoSitting, readSitting, listSittings]) {
      const input = operation === listSittings ? {} : { id: workspace.sitting() };
      expect(
        await refused(workspace.assistant<typeof operation.input, typeof operation.output>(operation, input)),
      ).toBe('forbidden');
    }
    expect(await workspace.text(id)).toBe('y');
  });

  it('with the rights that they have now: what they may not change any more is reported', async () => {
    const workspace = assistantWorkspace('editor');
    workspace.addSpace('team', { members: { editor: 'edit' } });
    const hidden = await workspace.page('Hidden', 'x', { space: 'team' });
    const open = await workspace.page('Open', 'x');
    await workspace.edits(hidden, { content: 'y' });
    await workspace.edits(open, { content: 'y' });
    workspace.addSpace('secret', { visibility: 'private' });
    await workspace.change('admin', hidden, { space: 'secret' });
    const { items } = await workspace.undo();
    expect(items).toMatchObject([
      { id: hidden, title: null, outcome: 'kept', left: ['No such document, or you may not see it.'] },
      { id: open, outcome: 'undone' },
    ]);
  });

  it('a viewer of today takes nothing back', async () => {
    const workspace = assistantWorkspace('editor');
    const id = await workspace.page('Page', 'x', { status: 'draft' });
    const live = await workspace.page('Live', 'x');
    workspace.set({ approval_mode: 'open' });
    await workspace.edits(id, { content: 'y' });
    await workspace.edits(live, { content: 'y', status: 'published' });
    await workspace.as('admin', updateUser, { username: 'editor', role: 'viewer' });
    const { items } = await workspace.undo('editor');
    expect(items).toMatchObject([
      { id, title: null, outcome: 'kept' },
      { id: live, outcome: 'kept', left: [expect.stringContaining('Your role is viewer')] },
    ]);
    expect(await workspace.text(live)).toBe('y');
  });
});

describe('the approval workflow applies to taking back', () => {
  it('of a published page in strict mode: an editor’s waits for review, and is done when it is approved', async () => {
    const workspace = assistantWorkspace('editor');
    workspace.set({ approval_mode: 'open' });
    const id = await workspace.page('Page', 'good\n', { status: 'published' });
    await workspace.edits(id, { content: 'bad\n' });
    workspace.set({ approval_mode: 'strict' });
    const { items, message } = await workspace.undo();
    expect(message).toBe('Waiting for review: 1.');
    expect(items).toMatchObject([
      { outcome: 'queued', did: [], left: [expect.stringContaining('your change goes through review')] },
    ]);
    expect(await workspace.text(id)).toBe('bad\n');
    const request = items[0]?.change_request_id ?? '';
    const again = await workspace.undo('editor', workspace.sitting());
    expect(again.items).toMatchObject([{ outcome: 'queued', change_request_id: request }]);
    expect(workspace.store.tables.change_requests.size).toBe(1);
    await workspace.as('approver', approveChangeRequest, { id: request });
    expect(await workspace.text(id)).toBe('good\n');
    expect(await workspace.undo()).toMatchObject({ message: 'Nothing is left to take back.', items: [] });
  });

  it('one that was rejected can be asked for again', async () => {
    const workspace = assistantWorkspace('editor');
    workspace.set({ approval_mode: 'open' });
    const id = await workspace.page('Page', 'good\n', { status: 'published' });
    await workspace.edits(id, { content: 'bad\n' });
    workspace.set({ approval_mode: 'strict' });
    const first = (await workspace.undo()).items[0]?.change_request_id;
    await workspace.as('approver', rejectChangeRequest, { id: first, comment: 'Why?' });
    const second = (await workspace.undo()).items[0]?.change_request_id;
    expect(second).toBeDefined();
    expect(second).not.toBe(first);
  });

  it('a page of their own making that is live stays, for an editor in strict mode', async () => {
    const workspace = assistantWorkspace('editor');
    workspace.set({ approval_mode: 'open' });
    const id = await workspace.creates('New', 'text', { status: 'published' });
    workspace.set({ approval_mode: 'strict' });
    expect((await workspace.undo()).items).toMatchObject([
      { id, outcome: 'kept', left: [expect.stringContaining('is for approvers')] },
    ]);
    expect((await workspace.undo('admin')).items).toMatchObject([{ id, outcome: 'undone' }]);
  });

  it('what an approver let through is taken back too: it is the sitting’s text', async () => {
    const workspace = assistantWorkspace('editor');
    const id = await workspace.page('Page', 'good\n', { status: 'published' });
    await workspace.edits(id, { content: 'bad\n' });
    const [request] = workspace.services.views.changeRequests();
    await workspace.as('approver', approveChangeRequest, { id: request?.id });
    expect(await workspace.text(id)).toBe('bad\n');
    expect((await workspace.undo('admin')).items).toMatchObject([{ id, outcome: 'undone' }]);
    expect(await workspace.text(id)).toBe('good\n');
  });
});

describe('change requests of a sitting', () => {
  const live = async () => {
    const workspace = assistantWorkspace('editor');
    const id = await workspace.page('Page', 'good\n', { status: 'published' });
    const state = (request: string) => workspace.store.tables.change_requests.get(request)?.state;
    const newest = () =>
      workspace.services.views.changeRequestsFor(id).find(({ state: is }) => is === 'pending')?.id ?? '';
    return { workspace, id, state, newest };
  };

  it.each(['editor', 'admin'])('that still wait are withdrawn, by %s', async (username) => {
    const { workspace, id, state, newest } = await live();
    await workspace.edits(id, { content: 'bad\n' });
    const request = newest();
    expect(await workspace.undo(username)).toMatchObject({
      items: [
        {
          type: 'change_request',
          id: request,
          title: 'Page',
          outcome: 'undone',
          did: ['Withdrawn from review.'],
        },
      ],
    });
    expect(state(request)).toBe('withdrawn');
    expect((await workspace.undo(username, workspace.sitting())).items).toEqual([]);
  });

  it('give way to what the person had proposed before', async () => {
    const { workspace, id, state, newest } = await live();
    await workspace.change('editor', id, { title: 'By the person' });
    const own = newest();
    await workspace.edits(id, { content: 'bad\n' });
    await workspace.edits(id, { content: 'worse\n' });
    expect(state(own)).toBe('superseded');
    const { items } = await workspace.undo();
    expect(items[0]?.did).toContain(
      `The change request ${own}, which it had replaced, waits for review again.`,
    );
    expect([state(own), newest()]).toEqual(['pending', own]);
    expect(
      (await workspace.as('editor', withdrawChangeRequest, { id: own })).change_request.proposed,
    ).toEqual({
      title: 'By the person',
    });
  });

  it('that went into a newer one of the person’s own are named', async () => {
    const { workspace, id, newest } = await live();
    await workspace.edits(id, { content: 'bad\n' });
    await workspace.change('editor', id, { title: 'By the person' });
    expect((await workspace.undo()).items).toMatchObject([
      { outcome: 'kept', left: [`What it proposed may have gone into ${newest()}, which waits for review.`] },
    ]);
  });

  it('of the person’s own for the same document are not overwritten by taking back', async () => {
    const { workspace, id, newest } = await live();
    workspace.set({ approval_mode: 'open' });
    await workspace.edits(id, { content: 'bad\n' });
    workspace.set({ approval_mode: 'strict' });
    await workspace.as('editor', updateDocument, { id, title: 'By the person' });
    const own = newest();
    expect((await workspace.undo()).items).toMatchObject([
      { id, outcome: 'kept', left: [expect.stringContaining(own)] },
    ]);
    expect(newest()).toBe(own);
  });
});

it('people’s own changes belong to no sitting, at the desk and in the browser', async () => {
  const workspace = assistantWorkspace();
  workspace.store.seed('sessions', {
    id: 'ses_1',
    user_id: workspace.actor('admin').user_id ?? '',
    ended_at: null,
  } as never);
  const id = await workspace.page('Page', 'x');
  await workspace.as(
    'admin',
    updateDocument,
    { id, content: 'y' },
    { credential: { kind: 'session', id: 'ses_1' } },
  );
  expect(workspace.store.tables.sittings.size).toBe(0);
  expect(workspace.store.tables.documents.get(id)?.updated_by).not.toHaveProperty('sitting');
});
