import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { createDocument } from '../documents/create.ts';
import { readDocument } from '../documents/read.ts';
import { trashDocument } from '../documents/trash.ts';
import { updateDocument } from '../documents/update.ts';
import { listNotifications } from '../notifications/list.ts';
import { listVersions } from '../versions/list.ts';
import { approveChangeRequest } from './approve.ts';
import { listChangeRequests } from './list.ts';
import { readChangeRequest } from './read.ts';
import { rejectChangeRequest } from './reject.ts';
import { withdrawChangeRequest } from './withdraw.ts';

const TEXT = 'Intro\n\nFirst part.\n\nSecond part.\n\nEnd';

/** "Change request: pending → approved / rejected (comment required) / withdrawn / superseded" (decisions). */
describe('the review queue of a strict workspace', () => {
  let workspace: TestWorkspace;
  let id: string;

  beforeEach(async () => {
    workspace = buildWorkspace();
    const created = await workspace.as('admin', createDocument, {
      space: 'handbook',
      title: 'Page',
      content: TEXT,
      status: 'published',
    });
    id = created.document.id;
  });

  async function propose(changes: object, by = 'editor'): Promise<string> {
    const outcome = await workspace.as(by, updateDocument, { id, ...changes });
    if (!outcome.pending) throw new Error('This change was expected to wait for review.');
    return outcome.change_request_id;
  }
  const read = async () => (await workspace.as('admin', readDocument, { id })).document;
  const state = async (request: string) =>
    (await workspace.as('approver', readChangeRequest, { id: request })).state;
  const approve = (request: string, more: object = {}, by = 'approver') =>
    workspace.as(by, approveChangeRequest, { id: request, ...more });

  describe('pending → approved', () => {
    it('applies the change as its author’s, with the author’s note, and tells the author', async () => {
      const request = await propose({ content: 'New', title: 'Better', note: 'Clearer' });
      const { change_request, document } = await approve(request, { comment: 'Thanks' });
      expect(change_request).toMatchObject({
        state: 'approved',
        comment: 'Thanks',
        decided_by: { username: 'approver' },
      });
      expect(document).toMatchObject({
        title: 'Better',
        content: 'New',
        version: 2,
        updated_by: { username: 'editor' },
      });
      const [version] = (await workspace.as('admin', listVersions, { id })).items;
      expect(version).toMatchObject({ version: 2, note: 'Clearer', by: { username: 'editor' } });
      const inbox = await workspace.as('editor', listNotifications, {});
      expect(inbox).toMatchObject({
        unread: 1,
        items: [{ kind: 'request_approved', change_request_id: request }],
      });
    });

    it('publishes a draft whose publishing waited', async () => {
      const { change_request_id } = await workspace.as('editor', createDocument, {
        space: 'handbook',
        title: 'New page',
        status: 'published',
      });
      const { document } = await approve(change_request_id ?? '');
      expect(document).toMatchObject({ status: 'published', title: 'New page' });
      expect(document.published_at).not.toBeNull();
    });

    it('is for approvers of the space: editors, viewers and approvers without the right are refused', async () => {
      const request = await propose({ content: 'New' });
      await expect(approve(request, {}, 'editor')).rejects.toMatchObject({ code: 'forbidden' });
      await expect(approve(request, {}, 'viewer')).rejects.toMatchObject({ code: 'not_found' });
      expect(await state(request)).toBe('pending');
    });

    it('"a request is never approved by the credential that made it"', async () => {
      const credential = { kind: 'personal_token', id: 'tok_same', name: 'script' } as const;
      workspace.addToken('editor', credential);
      const outcome = await workspace.as(
        'editor',
        updateDocument,
        { id, content: 'New' },
        { via: 'rest', credential },
      );
      expect(outcome.pending).toBe(true);
      const request = outcome.pending ? outcome.change_request_id : '';
      const attempt = workspace.as(
        'approver',
        approveChangeRequest,
        { id: request },
        { via: 'rest', credential },
      );
      await expect(attempt).rejects.toMatchObject({ code: 'forbidden' });
    });

    it('happens once: the second decision is refused and changes nothing', async () => {
      const request = await propose({ content: 'New' });
      await approve(request);
      await expect(approve(request)).rejects.toMatchObject({
        code: 'conflict',
        details: { state: 'approved' },
      });
      expect((await read()).version).toBe(2);
    });

    it('waits while the document is in the Trash', async () => {
      const request = await propose({ content: 'New' });
      await workspace.as('approver', trashDocument, { id });
      await expect(approve(request)).rejects.toMatchObject({ code: 'conflict' });
      expect(await workspace.as('approver', readChangeRequest, { id: request })).toMatchObject({
        state: 'pending',
        document: { trashed: true },
      });
    });
  });

  describe('"if live moved on, approval shows a three-way diff and needs confirmation"', () => {
    it('asks first, then merges what does not collide: nobody’s words are lost', async () => {
      const request = await propose({ content: TEXT.replace('Second part', 'Second part, longer') });
      await workspace.as('approver', updateDocument, {
        id,
        content: TEXT.replace('First part', 'First part, fixed'),
      });
      await expect(approve(request)).rejects.toMatchObject({
        code: 'needs_confirmation',
        details: { base_version: 1, current_version: 2, text_conflicts: 0, field_conflicts: [] },
      });
      const { document } = await approve(request, { confirm_version: 2 });
      expect(document.content).toBe('Intro\n\nFirst part, fixed.\n\nSecond part, longer.\n\nEnd');
    });

    it('a confirmation of an older state than the current one is not enough', async () => {
      const request = await propose({ content: 'New' });
      await workspace.as('approver', updateDocument, { id, title: 'Two' });
      await workspace.as('approver', updateDocument, { id, title: 'Three' });
      await expect(approve(request, { confirm_version: 2 })).rejects.toMatchObject({
        code: 'needs_confirmation',
      });
    });

    it('"conflict shown, never a silent overwrite": the approver sends the text that settles it', async () => {
      const request = await propose({ content: TEXT.replace('First part', 'Part one') });
      await workspace.as('approver', updateDocument, { id, content: TEXT.replace('First part', 'Opening') });
      const shown = await workspace.as('approver', readChangeRequest, { id: request });
      expect(shown).toMatchObject({ moved_on: true, text_conflicts: 1 });
      expect(shown.merged).toContain('<<<<<<< live\nOpening.');
      await expect(approve(request, { confirm_version: 2 })).rejects.toMatchObject({ code: 'conflict' });
      expect((await read()).content).toContain('Opening');
      const { document } = await approve(request, { confirm_version: 2, resolved_content: 'Settled' });
      expect(document).toMatchObject({ content: 'Settled', version: 3 });
    });

    it('takes a settling text only where there is a conflict: nobody’s words are stored in another’s name', async () => {
      const request = await propose({ content: 'New' });
      await expect(approve(request, { resolved_content: 'Mine' })).rejects.toMatchObject({
        code: 'bad_request',
      });
      expect(await state(request)).toBe('pending');
    });

    it('names fields that were changed otherwise meanwhile', async () => {
      const request = await propose({ title: 'Editor’s title' });
      await workspace.as('approver', updateDocument, { id, title: 'Approver’s title' });
      await expect(approve(request)).rejects.toMatchObject({ details: { field_conflicts: ['title'] } });
    });
  });

  it('pending → rejected: the comment is required and reaches the author', async () => {
    const request = await propose({ content: 'New' });
    const without = workspace.as('approver', rejectChangeRequest, { id: request, comment: '  ' });
    await expect(without).rejects.toMatchObject({ code: 'bad_request' });
    await workspace.as('approver', rejectChangeRequest, { id: request, comment: 'Too short' });
    const seen = await workspace.as('editor', readChangeRequest, { id: request });
    expect(seen).toMatchObject({ state: 'rejected', comment: 'Too short' });
    expect((await read()).content).toBe(TEXT);
    const inbox = await workspace.as('editor', listNotifications, {});
    expect(inbox.items[0]).toMatchObject({ kind: 'request_rejected' });
  });

  it('pending → withdrawn: by its author only', async () => {
    const request = await propose({ content: 'New' });
    const byOther = workspace.as('approver', withdrawChangeRequest, { id: request });
    await expect(byOther).rejects.toMatchObject({ code: 'forbidden' });
    await workspace.as('editor', withdrawChangeRequest, { id: request });
    expect(await state(request)).toBe('withdrawn');
    await expect(approve(request)).rejects.toMatchObject({ code: 'conflict' });
  });

  describe('pending → superseded: "same author, same document, newer request"', () => {
    it('the newer one carries over what it does not touch, so nothing is lost', async () => {
      const first = await propose({ content: 'First proposal', title: 'Old title' });
      const second = await propose({ title: 'New title' });
      expect(await workspace.as('editor', readChangeRequest, { id: first })).toMatchObject({
        state: 'superseded',
        superseded_by: second,
        content: 'First proposal',
      });
      const { document } = await approve(second);
      expect(document).toMatchObject({ title: 'New title', content: 'First proposal' });
    });

    it('the answer names the request that it replaces and what it carries over', async () => {
      const messageOf = async (changes: object) => {
        const outcome = await workspace.as('editor', updateDocument, { id, ...changes });
        return outcome.pending ? outcome.message : '';
      };
      expect(await messageOf({ status: 'draft', content: 'New' })).not.toContain('replaces');
      const [first] = (await workspace.as('editor', listChangeRequests, { state: 'pending' })).items;
      const message = await messageOf({ title: 'New title' });
      expect(message).toMatch(
        new RegExp(
          ` It replaces your request ${first?.id} and carries over what that one proposed: content, status\\.$`,
        ),
      );
      expect(await messageOf({ title: 'Newer', status: 'draft', content: 'Newer' })).toMatch(
        / It replaces your request cr_\w+\.$/,
      );
    });

    it('another author’s request stays pending', async () => {
      workspace.addUser('editor', 'second-editor');
      const first = await propose({ content: 'One' });
      await propose({ content: 'Two' }, 'second-editor');
      expect(await state(first)).toBe('pending');
    });
  });

  describe('"readable by author and approvers"', () => {
    it('lists show the author’s own and the reviewers’ queue, nobody else anything', async () => {
      workspace.addUser('editor', 'second-editor');
      const request = await propose({ content: 'New' });
      const seenBy = async (username: string) =>
        (await workspace.as(username, listChangeRequests, { state: 'pending' })).items.map((item) => item.id);
      expect(await seenBy('editor')).toEqual([request]);
      expect(await seenBy('approver')).toEqual([request]);
      expect(await seenBy('second-editor')).toEqual([]);
      expect(await seenBy('viewer')).toEqual([]);
    });

    it('reviewers are notified when a request arrives', async () => {
      const request = await propose({ content: 'New' });
      for (const reviewer of ['approver', 'admin']) {
        const inbox = await workspace.as(reviewer, listNotifications, {});
        expect(inbox.items).toMatchObject([{ kind: 'review_requested', change_request_id: request }]);
      }
    });
  });
});
