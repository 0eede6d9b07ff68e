import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { approveChangeRequest } from '../change-requests/approve.ts';
import { createDocument } from '../documents/create.ts';
import { readDocument } from '../documents/read.ts';
import { updateDocument } from '../documents/update.ts';
import { compareVersions } from './compare.ts';
import { listVersions } from './list.ts';
import { readVersion } from './read.ts';
import { restoreVersion } from './restore.ts';

/** "Versions: list, read, restore (new version; obeys approval)" (decisions). */
describe('the history of a document', () => {
  let workspace: TestWorkspace;
  let id: string;

  beforeEach(async () => {
    workspace = buildWorkspace();
    const first = {
      title: 'First',
      content: 'one\n',
      tags: ['old'],
      type: 'sop',
      summary: 'Old',
      status: 'published',
    };
    id = (await workspace.as('admin', createDocument, { space: 'handbook', ...first })).document.id;
    await change({
      title: 'Second',
      content: 'one\ntwo\n',
      tags: ['new'],
      summary: 'New',
      note: 'Added two',
    });
    await change({ type: 'policy', note: 'Now a policy' });
  });

  const change = (changes: object) => workspace.as('admin', updateDocument, { id, ...changes });
  const read = async () => (await workspace.as('admin', readDocument, { id })).document;
  const diff = async (from: number, to: number) =>
    (await workspace.as('editor', compareVersions, { id, from, to })).diff;
  const restore = (version: number, by = 'admin', note?: string) =>
    workspace.as(by, restoreVersion, { id, version, ...(note === undefined ? {} : { note }) });

  it('is listed newest first, with note, person and way in, and pages', async () => {
    expect(await workspace.as('editor', listVersions, { id })).toMatchObject({
      items: [
        { version: 3, title: 'Second', note: 'Now a policy', by: { username: 'admin', via: 'app' } },
        { version: 2, title: 'Second', note: 'Added two' },
        { version: 1, title: 'First', note: '', status: 'published' },
      ],
      total: 3,
    });
    const page = await workspace.as('editor', listVersions, { id, limit: 1, offset: 1 });
    expect(page).toMatchObject({ items: [{ version: 2 }], total: 3, limit: 1, offset: 1 });
    expect((await workspace.as('editor', listVersions, { id, offset: 3 })).items).toEqual([]);
  });

  it('keeps every earlier state whole', async () => {
    expect(await workspace.as('editor', readVersion, { id, version: 1 })).toMatchObject({
      title: 'First',
      content: 'one\n',
      tags: ['old'],
      type: 'sop',
      summary: 'Old',
    });
  });

  it('shows what changed between two versions, either way round', async () => {
    expect(await diff(1, 2)).toContain('\n+two\n');
    expect(await diff(2, 1)).toContain('\n-two\n');
    expect(await diff(2, 3)).toBe('');
  });

  it('shows a creation, compared with nothing, as added lines only', async () => {
    const { from, diff: created } = await workspace.as('editor', compareVersions, { id, to: 1 });
    expect(from).toBeNull();
    expect(created).toBe('--- nothing\n+++ version 1\n@@ -0,0 +1,2 @@\n+one\n+\n');
  });

  it('answers a version that there is not with 404, and a version that is no number with 400', async () => {
    await expect(workspace.as('editor', readVersion, { id, version: 4 })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(workspace.as('editor', compareVersions, { id, from: 1, to: 9 })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(restore(99)).rejects.toMatchObject({ code: 'not_found' });
    for (const version of [0, -1, 1.5, '1']) {
      const attempt = workspace.as('editor', readVersion, { id, version });
      await expect(attempt).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining('version'),
      });
    }
  });

  it('is not for viewers: earlier versions may hold what was never published', async () => {
    for (const [operation, input] of [
      [listVersions, {}],
      [readVersion, { version: 1 }],
      [compareVersions, { from: 1, to: 2 }],
    ] as const) {
      const attempt = workspace.as<typeof operation.input, typeof operation.output>('viewer', operation, {
        id,
        ...input,
      });
      await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(restore(1, 'viewer')).rejects.toMatchObject({ code: 'forbidden' });
  });

  describe('restoring', () => {
    it('makes the earlier state current as a new version: nothing of the history is lost', async () => {
      const outcome = await restore(1);
      expect(outcome).toMatchObject({
        pending: false,
        document: {
          title: 'First',
          content: 'one\n',
          tags: ['old'],
          type: 'sop',
          summary: 'Old',
          version: 4,
        },
      });
      const { items, total } = await workspace.as('admin', listVersions, { id });
      expect(total).toBe(4);
      expect(items[0]).toMatchObject({ version: 4, note: 'Restored version 1' });
      expect((await workspace.as('admin', readVersion, { id, version: 3 })).content).toBe('one\ntwo\n');
    });

    it('takes a note of one’s own', async () => {
      await restore(1, 'admin', 'Two was wrong');
      expect((await workspace.as('admin', listVersions, { id })).items[0]?.note).toBe('Two was wrong');
    });

    it('of the current state changes nothing', async () => {
      expect(await restore(3)).toMatchObject({ pending: false, changed: [], document: { version: 3 } });
    });

    it('leaves status and place as they are: restoring is not a way to publish or to move', async () => {
      workspace.addSpace('archive');
      await change({ status: 'draft' });
      await change({ space: 'archive' });
      expect((await restore(1)).document).toMatchObject({
        title: 'First',
        status: 'draft',
        space: 'archive',
      });
    });

    it('by an editor of a published document in strict mode waits for review, and applies when approved', async () => {
      const outcome = await restore(1, 'editor');
      expect(outcome).toMatchObject({ pending: true, document: { version: 3 } });
      expect(await read()).toMatchObject({ title: 'Second', version: 3 });
      const request = outcome.pending ? outcome.change_request_id : '';
      await workspace.as('approver', approveChangeRequest, { id: request });
      expect(await read()).toMatchObject({ title: 'First', content: 'one\n', version: 4 });
    });

    it('by an editor in open mode applies at once', async () => {
      workspace.set({ approval_mode: 'open' });
      expect(await restore(1, 'editor')).toMatchObject({ pending: false, document: { version: 4 } });
    });
  });
});
