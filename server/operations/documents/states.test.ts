import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { restoreFromTrash } from '../trash/restore.ts';
import { listTrash } from '../trash/list.ts';
import { readChangeRequest } from '../change-requests/read.ts';
import { createDocument } from './create.ts';
import { readDocument } from './read.ts';
import { trashDocument } from './trash.ts';
import { updateDocument } from './update.ts';

/** Every row of the specification's table "States and transitions", quoted. */
describe('states and transitions of a document', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = buildWorkspace();
    workspace.set({ approval_mode: 'strict' });
  });

  const create = (by: string, status: 'draft' | 'published', content = 'Text') =>
    workspace.as(by, createDocument, { space: 'handbook', title: 'Page', content, status });
  const read = async (id: string) => (await workspace.as('admin', readDocument, { id })).document;

  describe('"REST POST with status draft or omitted, or create_doc without publish" → draft', () => {
    it.each(['editor', 'approver', 'admin'])('by %s', async (role) => {
      const { document, note } = await workspace.as(role, createDocument, {
        space: 'handbook',
        title: 'Page',
      });
      expect(document).toMatchObject({ status: 'draft', version: 1, type: 'knowledge', published_at: null });
      expect(note).toBeUndefined();
    });

    it('"Editor role and edit rights in the space": a viewer is refused and nothing is stored', async () => {
      await expect(create('viewer', 'draft')).rejects.toMatchObject({ code: 'forbidden' });
      workspace.addSpace('rules', { members: { editor: 'read' } });
      const attempt = workspace.as('editor', createDocument, { space: 'rules', title: 'Page' });
      await expect(attempt).rejects.toMatchObject({ code: 'forbidden' });
      expect(workspace.store.tables.documents.size).toBe(0);
    });
  });

  describe('"REST POST with status published" → published, when the "caller may publish"', () => {
    it.each(['approver', 'admin'])('%s in a strict workspace', async (role) => {
      const { document } = await create(role, 'published');
      expect(document).toMatchObject({ status: 'published', published_at: document.created_at });
    });

    it('editor in a "workspace in open approval mode"', async () => {
      workspace.set({ approval_mode: 'open' });
      expect((await create('editor', 'published')).document.status).toBe('published');
    });
  });

  it('"Editor in a strict-approval workspace" → draft; "The response carries a note that publishing goes through review"', async () => {
    const { document, note, change_request_id } = await create('editor', 'published');
    expect(document.status).toBe('draft');
    expect(note).toContain('review');
    const request = await workspace.as('approver', readChangeRequest, { id: change_request_id });
    expect(request).toMatchObject({ state: 'pending', proposed: { status: 'published' } });
  });

  it('published, "PATCH touching the document" when the "user cannot publish" → "live content unchanged", "a change request is queued"', async () => {
    const { document } = await create('approver', 'published', 'Live');
    const outcome = await workspace.as('editor', updateDocument, { id: document.id, content: 'Proposed' });
    expect(outcome).toMatchObject({
      pending: true,
      change_request_id: expect.stringMatching(/^cr_/),
      changed: [],
    });
    expect(await read(document.id)).toMatchObject({ content: 'Live', version: 1, status: 'published' });
  });

  it.each(['approver', 'admin'])(
    'draft, "update_doc with publish" by %s → published, "Immediate"',
    async (role) => {
      const { document } = await create('editor', 'draft');
      const outcome = await workspace.as(role, updateDocument, { id: document.id, status: 'published' });
      expect(outcome).toMatchObject({ pending: false, document: { status: 'published', version: 2 } });
    },
  );

  it('draft, "update_doc with publish" by an "editor in strict mode" → draft, "The publish request is queued for review"', async () => {
    const { document } = await create('editor', 'draft', 'Old');
    const outcome = await workspace.as('editor', updateDocument, {
      id: document.id,
      content: 'New',
      status: 'published',
    });
    expect(outcome).toMatchObject({ pending: true, changed: ['content'] });
    expect(await read(document.id)).toMatchObject({ status: 'draft', content: 'New', version: 2 });
  });

  it('published, "update_doc by an editor" in strict mode → "the client is told this"', async () => {
    const { document } = await create('admin', 'published');
    const outcome = await workspace.as('editor', updateDocument, { id: document.id, title: 'Other' });
    expect(outcome).toMatchObject({ pending: true, message: expect.stringContaining('review') });
    expect((await read(document.id)).title).toBe('Page');
  });

  it('an edit that waits starts from what its author has waiting already: nothing that was written is dropped', async () => {
    const { document } = await create('admin', 'published', 'Live');
    const append = (by: string, markdown: string) =>
      workspace.as(by, updateDocument, { id: document.id, edit: { mode: 'append', markdown } });
    const first = await append('editor', 'One');
    await workspace.as('admin', updateDocument, { id: document.id, title: 'Renamed' });
    const second = await append('editor', 'Two');
    expect([first, second]).toMatchObject([{ pending: true }, { pending: true, text: 'Live\n\nOne\n\nTwo' }]);
    const id = second.pending ? second.change_request_id : '';
    const request = await workspace.as('approver', readChangeRequest, { id });
    expect(request).toMatchObject({ state: 'pending', base_version: 1 });
    await append('approver', 'Three');
    expect((await read(document.id)).content).toBe('Live\n\nThree');
  });

  it('unpublishing by an editor in strict mode waits for review too, for it touches what is live', async () => {
    const { document } = await create('admin', 'published');
    const outcome = await workspace.as('editor', updateDocument, { id: document.id, status: 'draft' });
    expect(outcome.pending).toBe(true);
    expect((await read(document.id)).status).toBe('published');
  });

  describe('any, "REST DELETE" → Trash, "Restorable in the app"', () => {
    it('a draft by its editor, and back', async () => {
      const { document } = await create('editor', 'draft');
      const reply = await workspace.as('editor', trashDocument, { id: document.id });
      expect(reply).toMatchObject({ id: document.id, trashed: true });
      await expect(read(document.id)).rejects.toMatchObject({ code: 'not_found' });
      expect((await workspace.as('editor', listTrash, {})).items.map(({ id }) => id)).toEqual([document.id]);
      await workspace.as('editor', restoreFromTrash, { id: document.id });
      expect(await read(document.id)).toMatchObject({ status: 'draft', content: 'Text', version: 1 });
    });

    it('a published document needs the publish right in strict mode', async () => {
      const { document } = await create('admin', 'published');
      const attempt = workspace.as('editor', trashDocument, { id: document.id });
      await expect(attempt).rejects.toMatchObject({ code: 'forbidden' });
      expect((await read(document.id)).status).toBe('published');
      await workspace.as('approver', trashDocument, { id: document.id });
      await expect(workspace.as('editor', restoreFromTrash, { id: document.id })).rejects.toMatchObject({
        code: 'forbidden',
      });
    });
  });
});
