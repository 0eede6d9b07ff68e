import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { createDocument } from '../documents/create.ts';
import { trashDocument } from '../documents/trash.ts';
import { listAudit } from './list.ts';
import { verifyAudit } from './verify.ts';

describe('reading the audit log', () => {
  let workspace: TestWorkspace;
  let id: string;
  beforeEach(async () => {
    workspace = buildWorkspace();
    id = (await workspace.as('editor', createDocument, { title: 'Page' })).document.id;
    workspace.clock.advance(3_600_000);
    await workspace.as('admin', trashDocument, { id });
  });
  const seqs = async (filter: object) =>
    (await workspace.as('admin', listAudit, filter)).items.map(({ seq }) => seq);

  it('is newest first, with everything but the seal', async () => {
    const { items } = await workspace.as('admin', listAudit, {});
    expect(items[0]).toEqual({
      seq: 2,
      at: '2026-03-01T10:00:00.000Z',
      user_id: workspace.actor('admin').user_id,
      username: 'admin',
      via: 'app',
      client: null,
      credential_id: null,
      ip: null,
      request_id: 'req_test',
      action: 'documents.trash',
      target: { type: 'document', id },
      subject: 'Page',
      result: 'ok',
      details: null,
    });
    expect(items.map(({ seq }) => seq)).toEqual([2, 1]);
  });

  it('filters by the way in', async () => {
    expect(await seqs({ via: 'app' })).toEqual([2, 1]);
    expect(await seqs({ via: 'upload' })).toEqual([]);
  });

  it('filters by person, action and time, and pages backwards', async () => {
    expect(await seqs({ username: 'editor' })).toEqual([1]);
    expect(await seqs({ action: 'documents.trash' })).toEqual([2]);
    expect(await seqs({ since: '2026-03-01T09:30:00Z' })).toEqual([2]);
    expect(await seqs({ until: '2026-03-01T11:30:00+02:00' })).toEqual([1]);
    expect(await seqs({ before_seq: 2 })).toEqual([1]);
    expect(await seqs({ limit: 1 })).toEqual([2]);
  });

  it.each([{ since: 'yesterday' }, { limit: 0 }, { limit: 1001 }, { before_seq: 0 }, { colour: 'blue' }])(
    'refuses %j',
    async (filter) => {
      await expect(seqs(filter)).rejects.toMatchObject({ code: 'bad_request' });
    },
  );

  it('says when there is no such person', async () => {
    await expect(seqs({ username: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is for admins, and its chain can be walked', async () => {
    await expect(workspace.as('approver', listAudit, {})).rejects.toMatchObject({ code: 'forbidden' });
    expect(await workspace.as('admin', verifyAudit, {})).toEqual({ entries: 2, broken: [] });
  });
});
