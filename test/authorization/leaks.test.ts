import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { newId } from '../../server/domain/identifier.ts';
import { readAccount } from '../../server/operations/account/read.ts';
import { listChangeRequests } from '../../server/operations/change-requests/list.ts';
import type { Operation } from '../../server/operations/define.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { exportDocuments } from '../../server/operations/documents/export.ts';
import { listDocuments } from '../../server/operations/documents/list.ts';
import { readDocument } from '../../server/operations/documents/read.ts';
import { trashDocument } from '../../server/operations/documents/trash.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { listNotifications } from '../../server/operations/notifications/list.ts';
import { searchDocuments } from '../../server/operations/search/query.ts';
import { listSpaces } from '../../server/operations/spaces/list.ts';
import { listTrash } from '../../server/operations/trash/list.ts';
import { restoreFromTrash } from '../../server/operations/trash/restore.ts';
import { listVersions } from '../../server/operations/versions/list.ts';
import type { SearchHit, SearchIndex } from '../../server/search-ports.ts';
import { createSearchIndex } from '../../server/search/create-search-index.ts';
import { buildWorkspace, type TestWorkspace } from '../builders/workspace.ts';
import { createIdleSearch } from '../fakes/idle-search.ts';
import { refusalOf } from './refusal.ts';

interface Workspace {
  workspace: TestWorkspace;
  /** A published page with a published sub-page and a published page that links to it. */
  page: string;
  subPage: string;
  linking: string;
}

const HIDDEN_DOCUMENTS = 100;
/** Said by visible and hidden documents alike. */
const COMMON = { tags: ['audit'], type: 'policy' as const };

/** Time limits never end here: what a slow machine gives up on would be no difference between readers. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

const openIndexes: SearchIndex[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(openIndexes.splice(0).map((index) => index.close()));
});

/** With the index that the server has, in a thread of its own. */
async function build(): Promise<Workspace> {
  const workspace = buildWorkspace();
  const { services, store } = workspace;
  const index = createSearchIndex({ store, log: services.log });
  openIndexes.push(index);
  services.search = index;
  workspace.addSpace('closed', { visibility: 'private' });
  const page = await create(workspace, { title: 'Page', content: '# Intro\nshared words' });
  const subPage = await create(workspace, { title: 'Sub-page', parent: page, content: 'shared words' });
  const linking = await create(workspace, {
    title: 'Linking',
    content: `[page](/documents/${page}) shared words, running shoes`,
  });
  while ((await workspace.as('viewer', searchDocuments, { q: 'words' })).partial);
  return { workspace, page, subPage, linking };
}

async function create(workspace: TestWorkspace, more: object, by = 'admin'): Promise<string> {
  const input = { space: 'handbook', status: 'published', ...COMMON, ...more };
  return (await workspace.as(by, createDocument, input)).document.id;
}

/** Drafts beside, below and above what a viewer sees, trashed pages, and a whole space that they do not see. */
async function hideDocuments({ workspace, page, subPage }: Workspace): Promise<void> {
  const content = `shared words [page](/documents/${page}) [sub](/documents/${subPage}) wrods sharks runner needle`;
  for (let index = 0; index < HIDDEN_DOCUMENTS / 4; index += 1) {
    await create(workspace, { title: `Draft ${index}`, status: 'draft', parent: page, content });
    await create(workspace, { title: `Elsewhere ${index}`, space: 'closed', content });
    await create(workspace, { title: `Draft elsewhere ${index}`, space: 'closed', status: 'draft', content });
    const trashed = await create(workspace, { title: `Trashed ${index}`, parent: page, content });
    await workspace.as('admin', trashDocument, { id: trashed });
  }
}

/** Everything that a person can ask for without knowing an id that they should not know. */
async function answersTo(
  username: string,
  { workspace, page, subPage }: Workspace,
): Promise<Record<string, unknown>> {
  const ask = <Input extends z.ZodType, Output extends z.ZodType>(
    operation: Operation<Input, Output>,
    input: object,
  ) => workspace.as(username, operation, input);
  const lists = [
    {},
    { status: 'draft' },
    { status: 'published' },
    { space: 'handbook' },
    { tag: 'audit' },
    { type: 'policy' },
  ];
  const searches = [
    'words',
    'author:admin',
    'tag:audit',
    'type:policy',
    'status:draft',
    'space:closed',
    'words space:handbook',
    '-words',
    '-tag:audit',
    '-status:published',
    '-author:admin',
    '"shared words"',
    'shar*',
    'run*',
    'wrods',
    'shared needle',
    'Pgae',
    'Darft',
    page,
  ];
  return {
    account: await ask(readAccount, {}),
    spaces: await ask(listSpaces, {}),
    lists: await Promise.all(lists.map((filter) => ask(listDocuments, filter))),
    deepPage: await ask(listDocuments, { offset: 2, limit: 2 }),
    searches: await Promise.all(searches.map((q) => ask(searchDocuments, { q }))),
    typed: await Promise.all(
      ['shar', 'wrod', 'runn', 'Draf'].map((q) => ask(searchDocuments, { q, as_you_type: true })),
    ),
    page: await ask(readDocument, { id: page, include: 'similar' }),
    subPage: await ask(readDocument, { id: subPage }),
    trash: await ask(listTrash, {}),
    requests: await ask(listChangeRequests, {}),
    inbox: await ask(listNotifications, {}),
    exported: await ask(exportDocuments, {}),
  };
}

/** Security A3: "viewer’s total, space document counts, search hits, operators, backlinks, sub-pages with and without 100 hidden documents → identical answers". */
describe('nothing is learned by counting', () => {
  it('a viewer’s answers are the same with and without 100 hidden documents', async () => {
    const world = await build();
    const before = await answersTo('viewer', world);
    expect(before['page']).toMatchObject({ similar: [{}, {}] });
    await hideDocuments(world);
    expect(world.workspace.store.tables.documents.size).toBe(3 + HIDDEN_DOCUMENTS);
    expect(await answersTo('viewer', world)).toEqual(before);
  });

  it('and are not the same for an admin, so that the comparison can fail', async () => {
    const world = await build();
    const before = await answersTo('admin', world);
    await hideDocuments(world);
    const after = await answersTo('admin', world);
    for (const name of ['spaces', 'lists', 'searches', 'typed', 'page', 'subPage', 'trash', 'exported']) {
      expect([name, after[name]]).not.toEqual([name, before[name]]);
    }
  });

  it('what a viewer finds is the same with and without 1,000 hidden documents, and while the index takes them in', async () => {
    const world = await build();
    const { workspace, page } = world;
    const before = await answersTo('viewer', world);
    const model = workspace.store.tables.documents.get(page);
    const closed = workspace.services.views.spaceBySlug('closed');
    if (!model || !closed) throw new Error('The workspace of this test is not whole.');
    const tx = workspace.store.begin();
    for (let index = 0; index < 1000; index += 1) {
      const where = index % 2 === 0 ? { status: 'draft' as const } : { space_id: closed.id };
      const hidden = { ...model, ...where, id: newId('document'), title: `Pages and drafts ${index}` };
      tx.documents.put(hidden, `shared words, wrods and sharks for runner ${index}`);
    }
    await tx.commit();
    for (let round = 0; round < 3; round += 1) {
      const { searches, typed, page: read } = await answersTo('viewer', world);
      expect({ searches, typed, page: read }).toEqual({
        searches: before['searches'],
        typed: before['typed'],
        page: before['page'],
      });
    }
  });

  it('an editor’s answers are the same with and without 100 documents in a space that they do not see', async () => {
    const world = await build();
    const before = await answersTo('editor', world);
    for (let index = 0; index < HIDDEN_DOCUMENTS; index += 1) {
      const status = index % 2 === 0 ? 'draft' : 'published';
      const id = await create(world.workspace, {
        space: 'closed',
        title: 'Hidden',
        status,
        content: `words /documents/${world.page}`,
      });
      if (index % 10 === 0) await world.workspace.as('admin', trashDocument, { id });
    }
    expect(await answersTo('editor', world)).toEqual(before);
  });
});

/** Security A4: "Drafts and trash invisible to viewers on every path"; "state decides at read time". */
describe('drafts and the Trash are invisible to viewers', () => {
  let world: Workspace;
  beforeEach(async () => void (world = await build()));

  const isSeen = async (id: string) => {
    const { workspace } = world;
    const lists = await Promise.all([
      workspace.as('viewer', listDocuments, {}),
      workspace.as('viewer', searchDocuments, { q: 'words' }),
      workspace.as('viewer', exportDocuments, {}),
    ]);
    const page =
      id === world.page ? undefined : await workspace.as('viewer', readDocument, { id: world.page });
    const named = [...(page?.sub_pages ?? []), ...(page?.backlinks ?? [])].some(
      (reference) => reference.id === id,
    );
    const listed = lists.map(({ items }) => items.some((item) => item.id === id));
    const readable = await workspace.as('viewer', readDocument, { id }).then(
      () => true,
      () => false,
    );
    return new Set([...listed, readable, ...(id === world.subPage ? [named] : [])]);
  };

  it('published, unpublished, published again, trashed, restored: each time the state decides', async () => {
    const { workspace } = world;
    const id = world.subPage;
    expect(await isSeen(id)).toEqual(new Set([true]));
    await workspace.as('admin', updateDocument, { id, status: 'draft' });
    expect(await isSeen(id)).toEqual(new Set([false]));
    await workspace.as('admin', updateDocument, { id, status: 'published' });
    expect(await isSeen(id)).toEqual(new Set([true]));
    await workspace.as('admin', trashDocument, { id });
    expect(await isSeen(id)).toEqual(new Set([false]));
    await workspace.as('admin', restoreFromTrash, { id });
    expect(await isSeen(id)).toEqual(new Set([true]));
  });

  it('a draft page above is neither in the path nor named as the parent', async () => {
    const { workspace } = world;
    await workspace.as('admin', updateDocument, { id: world.page, status: 'draft' });
    const seen = await workspace.as('viewer', readDocument, { id: world.subPage });
    expect(seen).toMatchObject({ path: [], document: { parent: null } });
    const { items } = await workspace.as('viewer', listDocuments, {});
    expect(items.map(({ parent }) => parent)).toEqual([null, null]);
    expect(await workspace.as('editor', readDocument, { id: world.subPage })).toMatchObject({
      path: [{ id: world.page }],
      document: { parent: world.page },
    });
  });

  it('earlier versions, which may hold what was never published, are not shown to viewers', async () => {
    expect(await refusalOf(world.workspace.as('viewer', listVersions, { id: world.page }))).toMatchObject({
      code: 'not_found',
    });
  });

  it('a search index that lags behind the records does not show what they no longer show', async () => {
    const { workspace, page, linking } = world;
    const stale: SearchHit = {
      id: page,
      score: 1,
      match: 'keyword',
      reasons: ['words'],
      snippet: 'shared words',
      section: null,
      anchor: null,
    };
    workspace.services.search = createIdleSearch({
      search: async () => ({ hits: [stale], total: 1, relaxed: true, partial: false }),
      closestTitles: async () => [{ id: page }],
      similarDocuments: async () => [{ id: page, score: 1 }],
    });
    const ask = () => workspace.as('viewer', searchDocuments, { q: 'words' });
    const read = () => workspace.as('viewer', readDocument, { id: linking, include: 'similar' });
    expect(await ask()).toMatchObject({ items: [{ id: page }], total: 1 });
    expect(await read()).toMatchObject({ similar: [{ id: page }] });
    await workspace.as('admin', trashDocument, { id: page });
    expect(await ask()).toMatchObject({ items: [], total: 0, suggestions: [] });
    expect(await read()).toMatchObject({ similar: [] });
  });
});
