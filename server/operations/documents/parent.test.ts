import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { purgeDocument } from '../trash/purge.ts';
import { restoreFromTrash } from '../trash/restore.ts';
import { createDocument } from './create.ts';
import { readDocument } from './read.ts';
import { trashDocument } from './trash.ts';
import { updateDocument } from './update.ts';

describe('nested pages', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = buildWorkspace();
    workspace.addSpace('archive');
  });

  const create = async (title: string, parent: string | null = null, space = 'handbook') =>
    (await workspace.as('admin', createDocument, { space, title, parent, status: 'published' })).document.id;
  const read = (id: string) => workspace.as('admin', readDocument, { id });
  const nest = (id: string, parent: string | null) => workspace.as('admin', updateDocument, { id, parent });

  it('a page knows its path, outermost first, and its sub-pages, by title', async () => {
    const top = await create('Top');
    const middle = await create('Middle', top);
    const step10 = await create('Step 10', middle);
    const step2 = await create('Step 2', middle);
    const found = await read(middle);
    expect(found).toMatchObject({
      path: [{ id: top, title: 'Top' }],
      sub_pages: [{ id: step2 }, { id: step10 }],
    });
    expect((await read(step2)).path?.map(({ title }) => title)).toEqual(['Top', 'Middle']);
  });

  it('a page is not nested under itself, its child or its grandchild', async () => {
    const top = await create('Top');
    const child = await create('Child', top);
    const grandchild = await create('Grandchild', child);
    for (const parent of [top, child, grandchild]) {
      await expect(nest(top, parent)).rejects.toMatchObject({
        code: 'bad_request',
        message: 'parent: a page cannot be nested under itself or its own sub-page.',
      });
    }
    expect((await read(top)).document.version).toBe(1);
  });

  it('a parent that is not there is refused in words that name the argument', async () => {
    const top = await create('Top');
    for (const attempt of [nest(top, 'Handbok'), create('New', 'Handbok')]) {
      await expect(attempt).rejects.toMatchObject({
        code: 'not_found',
        message: 'parent: there is no such page, or you may not see it.',
        reference: 'Handbok',
      });
    }
  });

  it('two pages that are nested under each other in the same moment: one succeeds', async () => {
    const one = await create('One');
    const two = await create('Two');
    const outcomes = await Promise.allSettled([nest(one, two), nest(two, one)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('not under a page of another space, nor deeper than thirty', async () => {
    const elsewhere = await create('Elsewhere', null, 'archive');
    const page = await create('Page');
    await expect(nest(page, elsewhere)).rejects.toMatchObject({
      message: expect.stringContaining('another space'),
    });
    let deepest = page;
    for (let depth = 1; depth < 30; depth += 1) deepest = await create(`Level ${depth}`, deepest);
    const lowest = await create('The thirtieth below the first', deepest);
    await expect(create('One too deep', lowest)).rejects.toMatchObject({
      message: expect.stringContaining('at most 30'),
    });
  });

  it('null takes a page back to the top level', async () => {
    const top = await create('Top');
    const child = await create('Child', top);
    expect(await nest(child, null)).toMatchObject({
      changed: ['parent'],
      document: { parent: null, version: 2 },
    });
    expect((await read(top)).sub_pages).toEqual([]);
  });

  it('a URL of a document does instead of its id', async () => {
    const top = await create('Top');
    const child = await create('Child');
    const { document } = await nest(child, `https://kb.example.com/documents/${top}?from=mail`);
    expect(document.parent).toBe(top);
  });

  it('while they are switched off nothing is nested, and documents carry neither path nor sub-pages', async () => {
    const top = await create('Top');
    const child = await create('Child', top);
    workspace.set({ nested_pages: false });
    await expect(nest(child, top)).rejects.toMatchObject({
      message: expect.stringContaining('switched off'),
    });
    expect(await read(child)).toMatchObject({ path: null, sub_pages: null, backlinks: [] });
  });

  describe('moving a page takes its sub-pages along', () => {
    it('at every depth, each with a version of its own that says why', async () => {
      const top = await create('Top');
      const child = await create('Child', top);
      const grandchild = await create('Grandchild', child);
      await workspace.as('admin', updateDocument, { id: top, space: 'archive' });
      for (const id of [top, child, grandchild]) {
        expect((await read(id)).document).toMatchObject({ space: 'archive', version: 2 });
      }
      expect((await workspace.store.version(grandchild, 2))?.note).toBe('Moved with “Top”');
      expect((await read(grandchild)).path?.map(({ id }) => id)).toEqual([top, child]);
    });

    it('also the ones in the Trash, so that restoring them leaves nothing behind', async () => {
      const top = await create('Top');
      const child = await create('Child', top);
      await workspace.as('admin', trashDocument, { id: child });
      await workspace.as('admin', updateDocument, { id: top, space: 'archive' });
      await workspace.as('admin', restoreFromTrash, { id: child });
      expect((await read(child)).document).toMatchObject({ space: 'archive', parent: top });
    });
  });

  it('a page whose parent is in the Trash, or gone for ever, stands at the top', async () => {
    const top = await create('Top');
    const child = await create('Child', top);
    await workspace.as('admin', trashDocument, { id: top });
    expect(await read(child)).toMatchObject({ path: [], document: { parent: null } });
    await workspace.as('admin', purgeDocument, { id: top });
    expect(await read(child)).toMatchObject({ path: [], document: { parent: null } });
  });
});
