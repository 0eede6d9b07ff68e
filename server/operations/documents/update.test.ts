import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { listVersions } from '../versions/list.ts';
import { createDocument } from './create.ts';
import { listDocuments } from './list.ts';
import { readDocument } from './read.ts';
import { trashDocument } from './trash.ts';
import { updateDocument } from './update.ts';

describe('changing a document', () => {
  let workspace: TestWorkspace;
  let id: string;
  beforeEach(async () => {
    workspace = buildWorkspace();
    const fields = { title: 'Page', content: 'Text', tags: ['a', 'b'], summary: 'Short', type: 'sop' };
    id = (await workspace.as('editor', createDocument, { space: 'handbook', ...fields })).document.id;
    workspace.clock.advance(60_000);
  });
  const update = (changes: object, by = 'editor') => workspace.as(by, updateDocument, { id, ...changes });
  const link = async (title: string) =>
    (
      await workspace.as('editor', createDocument, {
        space: 'handbook',
        title,
        content: `see /documents/${id}`,
      })
    ).document.id;
  const backlinks = async () => (await workspace.as('editor', readDocument, { id })).backlinks;

  it('what is named changes, what is not named stays, and the version counts one on', async () => {
    expect(await update({ title: 'Better', note: 'Clearer' })).toMatchObject({
      pending: false,
      changed: ['title'],
      document: {
        title: 'Better',
        content: 'Text',
        tags: ['a', 'b'],
        summary: 'Short',
        type: 'sop',
        version: 2,
        created_at: '2026-03-01T09:00:00.000Z',
        updated_at: '2026-03-01T09:01:00.000Z',
      },
    });
    const [newest] = (await workspace.as('editor', listVersions, { id })).items;
    expect(newest).toMatchObject({ version: 2, note: 'Clearer' });
  });

  it('names everything that it changed', async () => {
    const all = { content: 'New', title: 'New', summary: 'New', tags: ['new'], type: 'policy' };
    expect((await update(all)).changed.toSorted()).toEqual(Object.keys(all).toSorted());
  });

  it.each([
    { title: 'Page' },
    { content: 'Text' },
    { tags: ['a', 'b'] },
    { status: 'draft' },
    { space: 'handbook' },
    { parent: null },
    { title: ' Page ', content: 'Text', summary: 'Short', type: 'sop', note: 'Nothing' },
  ])('"value-identical PATCH → 200, no new version": %j', async (changes) => {
    const audited = (await workspace.store.audit({ limit: 100 })).length;
    expect(await update(changes)).toMatchObject({
      pending: false,
      changed: [],
      document: { version: 1, updated_at: '2026-03-01T09:00:00.000Z' },
    });
    expect(await workspace.store.audit({ limit: 100 })).toHaveLength(audited);
  });

  it.each([{}, { note: 'Only a note' }, { expected_version: 1 }])(
    '"empty PATCH → 400": %j',
    async (changes) => {
      await expect(update(changes)).rejects.toMatchObject({
        code: 'bad_request',
        message: 'Nothing to change: name at least one field.',
      });
    },
  );

  describe('expected_version', () => {
    it('the right one passes', async () => {
      expect((await update({ title: 'Better', expected_version: 1 })).document.version).toBe(2);
    });

    it.each([2, 7])(
      '%d is refused, "412 version_conflict with current version", and nothing changes',
      async (expected_version) => {
        await expect(update({ title: 'Better', expected_version })).rejects.toMatchObject({
          code: 'version_conflict',
          status: 412,
          details: { current_version: 1 },
        });
        await expect(workspace.as('editor', trashDocument, { id, expected_version })).rejects.toMatchObject({
          code: 'version_conflict',
        });
        expect((await workspace.as('editor', readDocument, { id })).document).toMatchObject({
          title: 'Page',
          version: 1,
        });
      },
    );
  });

  it('publishing sets the time of publication, and unpublishing keeps it', async () => {
    const published = await update({ status: 'published' }, 'admin');
    expect(published.document).toMatchObject({
      status: 'published',
      published_at: '2026-03-01T09:01:00.000Z',
    });
    workspace.clock.advance(60_000);
    const draft = await update({ status: 'draft' }, 'admin');
    expect(draft.document).toMatchObject({ status: 'draft', published_at: '2026-03-01T09:01:00.000Z' });
  });

  describe('lists', () => {
    it('"newest first" = last changed first', async () => {
      const second = (await workspace.as('editor', createDocument, { space: 'handbook', title: 'Second' }))
        .document.id;
      const ids = async () => (await workspace.as('editor', listDocuments, {})).items.map((item) => item.id);
      expect(await ids()).toEqual([second, id]);
      workspace.clock.advance(1000);
      await update({ title: 'Changed' });
      expect(await ids()).toEqual([id, second]);
    });

    it('"items omit content"; "default 25, maximum 100", and the reply says the limit used', async () => {
      const { items, ...page } = await workspace.as('editor', listDocuments, {});
      expect(page).toEqual({ total: 1, limit: 25, offset: 0 });
      expect(items[0]).not.toHaveProperty('content');
      expect(await workspace.as('editor', listDocuments, { limit: 5000 })).toMatchObject({ limit: 100 });
    });

    it.each([
      { limit: 0 },
      { limit: 1.5 },
      { limit: Number.NaN },
      { limit: '7' },
      { offset: -1 },
      { offset: 0.5 },
    ])('refuses %j', async (page) => {
      await expect(workspace.as('editor', listDocuments, page)).rejects.toMatchObject({
        code: 'bad_request',
      });
    });
  });

  describe('backlinks', () => {
    it('follow the texts: they appear, change and go with them', async () => {
      const source = await link('Source');
      expect(await backlinks()).toEqual([{ id: source, title: 'Source', status: 'draft' }]);
      await workspace.as('editor', updateDocument, { id: source, title: 'Renamed' });
      expect(await backlinks()).toMatchObject([{ title: 'Renamed' }]);
      await workspace.as('editor', updateDocument, { id: source, content: 'no link any more' });
      expect(await backlinks()).toEqual([]);
    });

    it('a page that links to itself is not its own backlink, and a trashed one is none', async () => {
      await update({ content: `me: /documents/${id}` });
      const source = await link('Source');
      await workspace.as('editor', trashDocument, { id: source });
      expect(await backlinks()).toEqual([]);
    });

    it('are not shown where the workspace has switched them off', async () => {
      await link('Source');
      workspace.set({ backlinks: false });
      expect(await backlinks()).toBeNull();
    });
  });
});
