import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { newId } from '../../domain/identifier.ts';
import { listChangeRequests } from '../change-requests/list.ts';
import { createDocument } from './create.ts';
import { exportDocuments } from './export.ts';
import { importDocuments } from './import.ts';
import { readDocument } from './read.ts';

const page = (title: string, more: object = {}) => ({
  id: newId('document'),
  title,
  content: `Text of ${title}`,
  ...more,
});

describe('importing a batch', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = buildWorkspace();
  });

  const importAll = (documents: object[], by = 'admin') =>
    workspace.as(by, importDocuments, { space: 'handbook', documents });

  it('creates every document with the id that the importer chose, in one commit with one audit entry', async () => {
    let commits = 0;
    workspace.store.onApplied(() => void (commits += 1));
    const parent = page('Parent', { status: 'published', tags: ['a'], type: 'sop', summary: 'Short' });
    const child = page('Child', { parent: parent.id });
    expect(await importAll([parent, child])).toEqual({
      created: [
        { id: parent.id, title: 'Parent', status: 'published' },
        { id: child.id, title: 'Child', status: 'draft' },
      ],
      queued: 0,
    });
    expect(commits).toBe(1);
    expect(await workspace.store.audit({ limit: 9 })).toMatchObject([
      { action: 'documents.import', details: { documents: 2 } },
    ]);
    const read = await workspace.as('admin', readDocument, { id: parent.id });
    expect(read).toMatchObject({
      document: { content: 'Text of Parent', type: 'sop' },
      sub_pages: [{ id: child.id }],
    });
  });

  it.each<[string, (good: { id: string }) => object, string]>([
    ['a malformed id', () => page('Bad', { id: 'doc_nonsense' }), 'bad_request'],
    ['the same id twice', (good) => page('Bad', { id: good.id }), 'bad_request'],
    ['an empty title', () => page(''), 'bad_request'],
    ['a parent that there is not', () => page('Bad', { parent: newId('document') }), 'not_found'],
  ])('all or none: %s in the batch and nothing is created', async (_what, bad, code) => {
    const good = page('Good');
    await expect(importAll([good, bad(good)])).rejects.toMatchObject({ code });
    expect(workspace.store.tables.documents.size).toBe(0);
  });

  it('never overwrites: an id that is taken refuses the batch', async () => {
    const { document } = await workspace.as('admin', createDocument, { title: 'Mine', content: 'Mine' });
    await expect(importAll([page('Other'), page('Theirs', { id: document.id })])).rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await workspace.as('admin', readDocument, { id: document.id })).document.content).toBe('Mine');
    expect(workspace.store.tables.documents.size).toBe(1);
  });

  it('by an editor in a strict workspace, what asks to be published is a draft in the review queue', async () => {
    const live = page('Live', { status: 'published' });
    const outcome = await importAll([live, page('Draft')], 'editor');
    expect(outcome).toMatchObject({ created: [{ status: 'draft' }, { status: 'draft' }], queued: 1 });
    const { items } = await workspace.as('approver', listChangeRequests, { state: 'pending' });
    expect(items).toMatchObject([{ document: { id: live.id }, proposed: { status: 'published' } }]);
  });

  it('needs edit rights in the space', async () => {
    await expect(importAll([page('Page')], 'viewer')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it.each([0, 101])('takes 1 to 100 documents, not %d', async (count) => {
    const pages = Array.from({ length: count }, (_, index) => page(`Page ${index}`));
    await expect(importAll(pages)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('documents'),
    });
  });
});

describe('exporting', () => {
  it('pages through everything once, with texts, in an order that writing does not disturb', async () => {
    const workspace = buildWorkspace();
    for (let index = 0; index < 7; index += 1) {
      await workspace.as('admin', createDocument, { title: `Page ${index}`, content: `Text ${index}` });
    }
    const seen: string[] = [];
    for (let offset = 0; offset < 7; offset += 3) {
      const { items, total } = await workspace.as('admin', exportDocuments, { limit: 3, offset });
      expect(total).toBe(7);
      expect(items.every(({ content, title }) => content === title.replace('Page', 'Text'))).toBe(true);
      seen.push(...items.map(({ id }) => id));
    }
    expect(seen).toHaveLength(7);
    expect(seen).toEqual([...new Set(seen)].toSorted());
  });

  it('holds one space when it is named, and only what the person sees', async () => {
    const workspace = buildWorkspace();
    workspace.addSpace('board', { visibility: 'private' });
    await workspace.as('admin', createDocument, { space: 'board', title: 'Secret', status: 'published' });
    await workspace.as('admin', createDocument, { space: 'handbook', title: 'Open', status: 'published' });
    await workspace.as('admin', createDocument, { space: 'handbook', title: 'Draft' });
    const titles = async (username: string, input: object) =>
      (await workspace.as(username, exportDocuments, input)).items.map(({ title }) => title).toSorted();
    expect(await titles('admin', { space: 'board' })).toEqual(['Secret']);
    expect(await titles('editor', {})).toEqual(['Draft', 'Open']);
    expect(await titles('viewer', {})).toEqual(['Open']);
    await expect(titles('viewer', { space: 'board' })).rejects.toMatchObject({ code: 'not_found' });
  });
});
