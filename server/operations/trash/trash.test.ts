import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import type { Actor } from '../define.ts';
import { createDocument } from '../documents/create.ts';
import { readDocument } from '../documents/read.ts';
import { trashDocument } from '../documents/trash.ts';
import { updateDocument } from '../documents/update.ts';
import { listNotifications } from '../notifications/list.ts';
import { perform } from '../perform.ts';
import { listTrash } from './list.ts';
import { purgeDocument } from './purge.ts';
import { restoreFromTrash } from './restore.ts';
import { sweepTrash } from './sweep.ts';

const DAY = 86_400_000;

/** "Trash: default 30 days, 0 = keep"; "Permanent deletion follows the workspace retention setting." */
describe('the Trash', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = buildWorkspace();
  });

  const trashed = async (title = 'Page', more: object = {}) => {
    const input = { space: 'handbook', title, content: 'Text', ...more };
    const { document } = await workspace.as('admin', createDocument, input);
    await workspace.as('admin', trashDocument, { id: document.id });
    return document.id;
  };
  const program = (): Actor => ({
    ...workspace.actor('admin'),
    user_id: null,
    credential: { kind: 'system' },
    via: 'system',
  });
  const sweep = () => perform(workspace.services, sweepTrash, program(), {});
  const list = (by = 'admin') => workspace.as(by, listTrash, {});

  it('says whether the reader may take it out: what was published is for those who publish', async () => {
    await trashed('Draft');
    await trashed('Live', { status: 'published' });
    const rights = async (by: string) =>
      Object.fromEntries((await list(by)).items.map(({ title, can_restore }) => [title, can_restore]));
    expect(await rights('editor')).toEqual({ Draft: true, Live: false });
    expect(await rights('approver')).toEqual({ Draft: true, Live: true });
    expect((await list()).retention_days).toBe(30);
  });

  it('says who trashed what, when, through what, and when it goes for ever', async () => {
    const { document } = await workspace.as('editor', createDocument, { title: 'Page' });
    const reply = await workspace.as('editor', trashDocument, { id: document.id }, { via: 'rest' });
    const times = { deleted_at: '2026-03-01T09:00:00.000Z', purge_at: '2026-03-31T09:00:00.000Z' };
    expect(reply).toEqual({ id: document.id, trashed: true, ...times });
    expect(await list()).toMatchObject({
      items: [{ id: document.id, ...times, deleted_by: { username: 'editor', via: 'rest' } }],
      total: 1,
    });
  });

  it('lists what was trashed last first, and pages', async () => {
    const first = await trashed('First');
    workspace.clock.advance(1000);
    const second = await trashed('Second');
    expect((await list()).items.map(({ id }) => id)).toEqual([second, first]);
    const page = await workspace.as('admin', listTrash, { limit: 1, offset: 1 });
    expect(page).toMatchObject({ items: [{ id: first }], total: 2, limit: 1, offset: 1 });
  });

  it('is for those who may edit the space', async () => {
    workspace.addSpace('rules', { members: { editor: 'read' } });
    await trashed('Page', { space: 'rules' });
    expect((await list('viewer')).total).toBe(0);
    expect((await list('editor')).total).toBe(0);
    expect((await list('approver')).total).toBe(1);
  });

  it('gives back exactly what was thrown away', async () => {
    const { document } = await workspace.as('admin', createDocument, {
      title: 'Page',
      content: 'Text',
      tags: ['a'],
    });
    const before = await workspace.as('admin', readDocument, { id: document.id });
    await workspace.as('admin', trashDocument, { id: document.id });
    await workspace.as('admin', restoreFromTrash, { id: document.id });
    expect(await workspace.as('admin', readDocument, { id: document.id })).toEqual(before);
    expect((await list()).total).toBe(0);
  });

  it('cannot be asked twice: what lies there is not there for trashing, what does not is not for restoring', async () => {
    const id = await trashed();
    await expect(workspace.as('admin', trashDocument, { id })).rejects.toMatchObject({ code: 'not_found' });
    await workspace.as('admin', restoreFromTrash, { id });
    await expect(workspace.as('admin', restoreFromTrash, { id })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(workspace.as('admin', purgeDocument, { id })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('"DELETE /trash/:id (admin, permanent)": with versions, change requests and what told of them', async () => {
    const published = { space: 'handbook', title: 'Page', status: 'published' };
    const { document } = await workspace.as('admin', createDocument, published);
    await workspace.as('editor', updateDocument, { id: document.id, title: 'Proposed' });
    await workspace.as('admin', trashDocument, { id: document.id });
    await expect(workspace.as('approver', purgeDocument, { id: document.id })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await workspace.as('admin', purgeDocument, { id: document.id })).toEqual({
      id: document.id,
      deleted: true,
    });
    const { tables } = workspace.store;
    expect([tables.documents.size, tables.change_requests.size, tables.notifications.size]).toEqual([
      0, 0, 0,
    ]);
    expect(await workspace.store.version(document.id, 1)).toBeUndefined();
    expect((await workspace.as('approver', listNotifications, {})).unread).toBe(0);
  });

  describe('the sweep', () => {
    it('deletes what has lain for the retention’s days, not a millisecond earlier, and nothing else', async () => {
      const old = await trashed('Old');
      workspace.clock.advance(DAY);
      const young = await trashed('Young');
      const { document: live } = await workspace.as('admin', createDocument, { title: 'Live' });
      workspace.clock.advance(29 * DAY - 1);
      expect(await sweep()).toEqual({ deleted: 0, more: false });
      workspace.clock.advance(1);
      expect(await sweep()).toEqual({ deleted: 1, more: false });
      expect(workspace.store.tables.documents.get(old)).toBeUndefined();
      expect((await list()).items.map(({ id }) => id)).toEqual([young]);
      await expect(workspace.as('admin', readDocument, { id: live.id })).resolves.toBeDefined();
    });

    it('follows the setting as it is now', async () => {
      await trashed();
      workspace.clock.advance(8 * DAY);
      expect(await sweep()).toMatchObject({ deleted: 0 });
      workspace.set({ trash_retention_days: 7 });
      expect(await sweep()).toMatchObject({ deleted: 1 });
    });

    it('"0 = keep": never deletes, and says so', async () => {
      workspace.set({ trash_retention_days: 0 });
      await trashed();
      workspace.clock.advance(10_000 * DAY);
      expect(await sweep()).toEqual({ deleted: 0, more: false });
      expect((await list()).items).toMatchObject([{ purge_at: null }]);
    });

    it('takes a hundred at a time and says when there is more', async () => {
      for (let index = 0; index < 101; index += 1) await trashed(`Page ${index}`);
      workspace.clock.advance(30 * DAY);
      expect(await sweep()).toEqual({ deleted: 100, more: true });
      expect(await sweep()).toEqual({ deleted: 1, more: false });
    });

    it('is the program’s own doing in the audit log, and leaves no entry when there is nothing to do', async () => {
      await sweep();
      expect(await workspace.store.audit({ limit: 9 })).toEqual([]);
      await trashed();
      workspace.clock.advance(30 * DAY);
      await sweep();
      const [entry] = await workspace.store.audit({ limit: 1 });
      expect(entry).toMatchObject({
        action: 'trash.sweep',
        user_id: null,
        username: 'system',
        via: 'system',
        details: { deleted: 1 },
      });
    });
  });
});
