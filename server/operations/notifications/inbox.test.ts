import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { approveChangeRequest } from '../change-requests/approve.ts';
import { rejectChangeRequest } from '../change-requests/reject.ts';
import { withdrawChangeRequest } from '../change-requests/withdraw.ts';
import { createDocument } from '../documents/create.ts';
import { trashDocument } from '../documents/trash.ts';
import { updateDocument } from '../documents/update.ts';
import { listNotifications } from './list.ts';
import { markNotificationsRead } from './mark-read.ts';

/** "Notifications: in-app inbox" (decisions). */
describe('the inbox', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = buildWorkspace();
  });
  const request = async () => {
    workspace.clock.advance(1000);
    const input = { title: 'Page', status: 'published' };
    return (await workspace.as('editor', createDocument, input)).change_request_id ?? '';
  };
  const list = (by: string, input: object = {}) => workspace.as(by, listNotifications, input);
  const markRead = (by: string, input: object = {}) => workspace.as(by, markNotificationsRead, input);

  it('is one’s own, newest first, with what it is about and who caused it', async () => {
    const first = await request();
    const second = await request();
    expect(await list('approver')).toMatchObject({
      items: [
        { kind: 'review_requested', change_request_id: second, actor: { username: 'editor' }, read_at: null },
        { change_request_id: first },
      ],
      total: 2,
      unread: 2,
    });
    expect(await list('viewer')).toMatchObject({ items: [], total: 0, unread: 0 });
    expect(await list('editor')).toMatchObject({ total: 0 });
  });

  it('names what it is about as it is called now, and nothing that the reader may not see', async () => {
    const { document } = await workspace.as('editor', createDocument, { title: 'Page', status: 'published' });
    await workspace.as('editor', updateDocument, { id: document.id, title: 'Renamed' });
    expect((await list('approver')).items[0]?.subject).toBe('Renamed');
    await workspace.as('editor', trashDocument, { id: document.id });
    expect((await list('approver')).items[0]?.subject).toBeNull();
  });

  it('marks the named lines as read, or all, and each once', async () => {
    await request();
    await request();
    const [newest] = (await list('approver')).items;
    expect(await markRead('approver', { ids: [newest?.id] })).toEqual({ marked: 1 });
    expect(await list('approver')).toMatchObject({
      unread: 1,
      items: [{ read_at: '2026-03-01T09:00:02.000Z' }, { read_at: null }],
    });
    expect(await markRead('approver')).toEqual({ marked: 1 });
    expect(await markRead('approver')).toEqual({ marked: 0 });
    expect(await list('approver')).toMatchObject({ unread: 0, total: 2 });
    expect(await list('admin')).toMatchObject({ unread: 2 });
  });

  it.each(['approve', 'reject', 'withdraw'] as const)(
    'asks nobody any more for a review that is over: %s',
    async (end) => {
      const id = await request();
      await request();
      workspace.clock.advance(1000);
      if (end === 'approve') await workspace.as('admin', approveChangeRequest, { id });
      if (end === 'reject') await workspace.as('admin', rejectChangeRequest, { id, comment: 'No.' });
      if (end === 'withdraw') await workspace.as('editor', withdrawChangeRequest, { id });
      for (const reviewer of ['approver', 'admin'])
        expect(await list(reviewer)).toMatchObject({
          unread: 1,
          items: [{ read_at: null }, { change_request_id: id, read_at: '2026-03-01T09:00:03.000Z' }],
        });
      expect(await markRead('approver')).toEqual({ marked: 1 });
    },
  );

  it('asks once for a review when a newer request takes the place of an older one', async () => {
    const { document } = await workspace.as('editor', createDocument, { title: 'Page', status: 'published' });
    workspace.clock.advance(1000);
    await workspace.as('editor', updateDocument, { id: document.id, title: 'Renamed', status: 'published' });
    expect(await list('approver')).toMatchObject({
      unread: 1,
      items: [{ read_at: null }, { read_at: expect.any(String) }],
    });
  });

  it('keeps the newest two hundred', async () => {
    const requests: string[] = [];
    for (let index = 0; index < 203; index += 1) requests.push(await request());
    const { total, items } = await list('approver', { limit: 100, offset: 100 });
    expect(total).toBe(200);
    expect(items.at(-1)?.change_request_id).toBe(requests[3]);
  });
});
