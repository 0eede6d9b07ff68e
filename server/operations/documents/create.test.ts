import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { createDocument } from './create.ts';
import { readDocument } from './read.ts';

describe('creating a document', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = buildWorkspace();
  });
  const create = (input: object, by = 'editor') =>
    workspace.as(by, createDocument, { space: 'handbook', title: 'Page', ...input });

  it('given a title and a space alone, the rest has the specification’s defaults', async () => {
    const { document } = await create({});
    expect(document).toMatchObject({
      space: 'handbook',
      parent: null,
      content: '',
      summary: '',
      tags: [],
      type: 'knowledge',
      status: 'draft',
      version: 1,
      author: { username: 'editor' },
      updated_by: { username: 'editor', via: 'app', client: null },
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-01T09:00:00.000Z',
      published_at: null,
      url: `https://kb.example.com/documents/${document.id}`,
    });
    expect(document.id).toMatch(/^doc_[0-9a-z]{12}$/);
  });

  it('given every field, each is stored as it was sent', async () => {
    const fields = {
      title: '  Two spaces around are trimmed  ',
      content: '# Heading\n\n  kept byte for byte\n',
      summary: 'Short',
      tags: ['one', 'two', 'one'],
      type: 'sop',
    };
    const { document } = await create(fields);
    const read = await workspace.as('editor', readDocument, { id: document.id });
    expect(read.document).toMatchObject({
      ...fields,
      title: 'Two spaces around are trimmed',
      tags: ['one', 'two'],
    });
  });

  it('notes through which client a document came', async () => {
    const credential = { kind: 'personal_token', id: 'tok_1', name: 'nightly script' } as const;
    const user_id = workspace.actor('editor').user_id ?? '';
    const token = {
      id: 'tok_1',
      user_id,
      name: 'nightly script',
      secret_hash: '',
      last_four: '',
      scopes: [],
      created_at: '',
    };
    workspace.store.seed('tokens', { ...token, expires_at: null, revoked_at: null });
    const { document } = await workspace.as(
      'editor',
      createDocument,
      { title: 'Page' },
      { via: 'rest', credential },
    );
    expect(document.updated_by).toMatchObject({ username: 'editor', via: 'rest', client: 'nightly script' });
  });

  it.each<[string, object]>([
    ['an empty title', { title: '   ' }],
    ['a title of 301 characters', { title: 'x'.repeat(301) }],
    ['a title of two lines', { title: 'one\ntwo' }],
    ['a type that there is not', { type: 'novel' }],
    ['a status that there is not', { status: 'trashed' }],
    ['51 tags', { tags: Array.from({ length: 51 }, (_, index) => `tag ${index}`) }],
    ['a tag of 65 characters', { tags: ['x'.repeat(65)] }],
    ['a lone surrogate in the text', { content: 'half \ud800' }],
    ['a NUL in the text', { content: 'nul \0' }],
    ['a text that is no text', { content: 7 }],
    ['a summary of 2,001 characters', { summary: 'x'.repeat(2001) }],
    ['a text of more than two million characters', { content: 'x'.repeat(2_000_001) }],
    ['a note, which only a change takes', { note: 'Why' }],
    ['a slug that is a path', { space: '../handbook' }],
  ])('refuses %s by name and stores nothing', async (_what, input) => {
    const [field = ''] = Object.keys(input);
    await expect(create(input)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(field),
    });
    expect(workspace.store.tables.documents.size).toBe(0);
  });

  it('takes what is just within the limits', async () => {
    const fields = {
      title: 'x'.repeat(300),
      tags: Array.from({ length: 50 }, (_, index) => `${'t'.repeat(60)}${index}`),
      summary: 's'.repeat(2000),
      content: 'c'.repeat(2_000_000),
    };
    expect((await create(fields)).document).toMatchObject({ title: fields.title, tags: fields.tags });
  });

  describe('"space required when more than one is editable"', () => {
    it('without a space it goes to the only one that the person may edit', async () => {
      workspace.addSpace('rules', { members: { editor: 'read' } });
      workspace.addSpace('board', { visibility: 'private' });
      const { document } = await workspace.as('editor', createDocument, { title: 'Page' });
      expect(document.space).toBe('handbook');
    });

    it('with several, the refusal names them', async () => {
      workspace.addSpace('recipes');
      workspace.addSpace('board', { visibility: 'private' });
      await expect(workspace.as('editor', createDocument, { title: 'Page' })).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining('space'),
        hint: 'Your spaces: handbook, recipes.',
      });
    });

    it('with none, the refusal says that there is none', async () => {
      await expect(workspace.as('viewer', createDocument, { title: 'Page' })).rejects.toMatchObject({
        code: 'bad_request',
        hint: 'Your spaces: none.',
      });
    });
  });
});
