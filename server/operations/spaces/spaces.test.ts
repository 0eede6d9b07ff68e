import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { createDocument } from '../documents/create.ts';
import { trashDocument } from '../documents/trash.ts';
import { createSpace } from './create.ts';
import { listSpaces } from './list.ts';
import { setSpaceMember } from './set-member.ts';
import { updateSpace } from './update.ts';

describe('spaces', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = buildWorkspace();
  });
  const create = (input: object) => workspace.as('admin', createSpace, input);
  const list = async (by: string) => (await workspace.as(by, listSpaces, {})).items;
  const setRight = (right: string) =>
    workspace.as('admin', setSpaceMember, { slug: 'handbook', username: 'editor', right });
  const addMember = (username: string) =>
    workspace.as('admin', setSpaceMember, { slug: 'board', username, right: 'read' });
  const member = (input: object) => workspace.as('admin', setSpaceMember, { right: 'read', ...input });
  const slugs = async (by: string) => (await list(by)).map(({ slug }) => slug);

  it('"a space has a slug, a visibility and a document count"', async () => {
    const { space } = await create({ slug: 'recipes', name: 'Our recipes', description: 'What we cook' });
    expect(space).toEqual({
      id: expect.stringMatching(/^spc_/),
      slug: 'recipes',
      name: 'Our recipes',
      description: 'What we cook',
      visibility: 'workspace',
      document_count: 0,
      can_edit: true,
    });
    expect(await slugs('viewer')).toEqual(['handbook', 'recipes']);
  });

  it('are named by their slug unless told otherwise', async () => {
    expect((await create({ slug: 'recipes' })).space.name).toBe('recipes');
  });

  it.each(['Recipes', 'my recipes', '-recipes', 'recipes-', '', 'rezepte/süß', '..', 'x'.repeat(65)])(
    'a slug such as “%s” is refused',
    async (slug) => {
      await expect(create({ slug })).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining('slug'),
      });
      expect(workspace.store.tables.spaces.size).toBe(1);
    },
  );

  it('a slug is taken once, also when two ask in the same moment', async () => {
    const outcomes = await Promise.allSettled([create({ slug: 'twin' }), create({ slug: 'twin' })]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(create({ slug: 'handbook' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await slugs('admin')).toEqual(['handbook', 'twin']);
  });

  it('"count only what the caller may see"', async () => {
    const add = (status: string) =>
      workspace.as('admin', createDocument, { space: 'handbook', title: 'Page', status });
    await add('draft');
    await add('published');
    const { document } = await add('published');
    await workspace.as('admin', trashDocument, { id: document.id });
    expect(await list('viewer')).toMatchObject([{ document_count: 1, can_edit: false }]);
    expect(await list('editor')).toMatchObject([{ document_count: 2, can_edit: true }]);
  });

  it('a private space is there for its members and for admins', async () => {
    await create({ slug: 'board', visibility: 'private' });
    await workspace.as('admin', setSpaceMember, { slug: 'board', username: 'viewer', right: 'read' });
    expect(await slugs('viewer')).toContain('board');
    expect(await slugs('editor')).not.toContain('board');
    expect(await slugs('admin')).toContain('board');
  });

  it('a right by name wins over the visibility until it is set back to the default', async () => {
    expect(await setRight('none')).toEqual({ slug: 'handbook', username: 'editor', right: 'none' });
    expect(await slugs('editor')).toEqual([]);
    await setRight('read');
    expect(await list('editor')).toMatchObject([{ can_edit: false }]);
    await setRight('default');
    expect(await list('editor')).toMatchObject([{ can_edit: true }]);
    await expect(setRight('everything')).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('two members who are added in the same moment are both members', async () => {
    await create({ slug: 'board', visibility: 'private' });
    await Promise.all([addMember('viewer'), addMember('editor'), addMember('approver')]);
    for (const username of ['viewer', 'editor', 'approver']) expect(await slugs(username)).toContain('board');
  });

  it('a change changes what it names, never the slug', async () => {
    await workspace.as('admin', updateSpace, { slug: 'handbook', description: 'How we work' });
    const { space } = await workspace.as('admin', updateSpace, { slug: 'handbook', name: 'Our handbook' });
    expect(space).toMatchObject({
      slug: 'handbook',
      name: 'Our handbook',
      description: 'How we work',
      visibility: 'workspace',
    });
  });

  it('a change that names nothing is refused', async () => {
    await expect(workspace.as('admin', updateSpace, { slug: 'handbook' })).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('Nothing to change'),
    });
  });

  it('says which user or space there is not', async () => {
    await expect(member({ slug: 'handbook', username: 'nobody' })).rejects.toMatchObject({
      message: expect.stringContaining('user'),
    });
    await expect(member({ slug: 'nowhere', username: 'editor' })).rejects.toMatchObject({
      message: expect.stringContaining('space'),
    });
  });
});
