import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { createDocument } from './create.ts';
import { readDocumentTree } from './tree.ts';

describe('the pages of a space, level by level', () => {
  let workspace: TestWorkspace;
  const AS_PERSON = { credential: { kind: 'desk' } } as const;
  const level = (by: string, more: object = {}) =>
    workspace.as(by, readDocumentTree, { space: 'handbook', ...more }, AS_PERSON);
  const titles = async (by: string, more: object = {}) =>
    (await level(by, more)).items.map(({ title }) => title);

  async function write(title: string, status: 'published' | 'draft', parent?: string): Promise<string> {
    const input = {
      space: 'handbook',
      title,
      status,
      content: 'Text',
      ...(parent !== undefined && { parent }),
    };
    return (await workspace.as('admin', createDocument, input)).document.id;
  }

  beforeEach(() => {
    workspace = buildWorkspace();
  });

  it('are sorted by title as people do, paged, and say whether pages are below', async () => {
    const ten = await write('Step 10', 'published');
    await write('Step 2', 'published');
    await write('Below', 'published', ten);
    expect(await level('viewer', { limit: 1, offset: 1 })).toMatchObject({
      items: [{ id: ten, title: 'Step 10', status: 'published', has_sub_pages: true }],
      total: 2,
    });
    expect(await titles('viewer', { parent: ten })).toEqual(['Below']);
  });

  it('hold no draft for a viewer; what stands below one is at the top (security A4)', async () => {
    const draft = await write('Draft', 'draft');
    await write('Public', 'published', draft);
    await write('Hidden', 'draft', await write('Open', 'published'));
    expect(await level('viewer')).toMatchObject({
      items: [
        { title: 'Open', has_sub_pages: false },
        { title: 'Public', has_sub_pages: false },
      ],
      total: 2,
    });
    expect(await titles('editor')).toEqual(['Draft', 'Open']);
    await expect(level('viewer', { parent: draft })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are all at the top, newest first, where pages do not nest', async () => {
    const parent = await write('Parent', 'published');
    workspace.clock.advance(1000);
    await write('Child', 'published', parent);
    workspace.set({ nested_pages: false });
    expect(await titles('viewer')).toEqual(['Child', 'Parent']);
  });
});
