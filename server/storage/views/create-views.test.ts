import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BY, documentHead } from '../../../test/builders/document-head.ts';
import { createMemoryStore, type MemoryStore } from '../../../test/fakes/memory-store.ts';
import { matchesFilter, type DocumentFilter, type VisibleSpace } from '../../domain/document-filter.ts';
import type { Attachment } from '../../domain/attachment.ts';
import type { DocumentHead } from '../../domain/document.ts';
import { createViews } from './create-views.ts';

const head = (id: string, over: Partial<DocumentHead> = {}) => documentHead({ id, title: id, ...over });

async function commit(store: MemoryStore, ...records: DocumentHead[]): Promise<void> {
  const tx = store.begin();
  for (const record of records) tx.documents.put(record);
  await tx.commit();
}

const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
const trashedAt = (day: number) => ({ at: at(day), by: BY });
const everything: VisibleSpace[] = ['spc_a', 'spc_b', 'spc_c'].map((id) => ({ space_id: id, drafts: true }));
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);

describe('the list of documents', () => {
  it('is newest first: updated_at descending, then id', async () => {
    const store = createMemoryStore();
    store.seed('documents', head('doc_b', { updated_at: at(2) }));
    store.seed('documents', head('doc_a', { updated_at: at(2) }));
    const views = createViews(store);
    expect(views.documents(everything, {}, { limit: 25, offset: 0 }).total).toBe(2);
    await commit(store, head('doc_c', { updated_at: at(3) }), head('doc_d', { updated_at: at(1) }));
    const { items, total } = views.documents(everything, {}, { limit: 25, offset: 0 });
    expect(idsOf(items)).toEqual(['doc_c', 'doc_a', 'doc_b', 'doc_d']);
    expect(total).toBe(4);
  });

  it('never shows or counts drafts to a reader who sees published documents only', () => {
    const store = createMemoryStore();
    store.seed('documents', head('doc_draft', { status: 'draft' }));
    store.seed('documents', head('doc_live'));
    const views = createViews(store);
    const viewer: VisibleSpace[] = [{ space_id: 'spc_a', drafts: false }];
    expect(views.documents(viewer, {}, { limit: 25, offset: 0 })).toEqual({
      items: [head('doc_live')],
      total: 1,
    });
    expect(views.documents(viewer, { statuses: ['draft'] }, { limit: 25, offset: 0 }).total).toBe(0);
    expect(views.documentCount({ space_id: 'spc_a', drafts: false })).toBe(1);
    expect(views.documentCount({ space_id: 'spc_a', drafts: true })).toBe(2);
  });

  it('leaves out the Trash, and has a document back when it is restored', async () => {
    const store = createMemoryStore();
    store.seed('documents', head('doc_a'));
    const views = createViews(store);
    expect(views.trashed()).toEqual([]);
    await commit(store, head('doc_a', { trashed: trashedAt(3) }));
    expect(views.documents(everything, {}, { limit: 25, offset: 0 }).total).toBe(0);
    expect(idsOf(views.trashed())).toEqual(['doc_a']);
    await commit(store, head('doc_a'));
    expect(views.documents(everything, {}, { limit: 25, offset: 0 }).total).toBe(1);
    expect(views.trashed()).toEqual([]);
  });

  it('gives every page and total that sorting and filtering everything would give, whenever it is first asked', async () => {
    await fc.assert(
      fc.asyncProperty(historyArbitrary, requestArbitrary, async ({ seeded, commits, silent }, request) => {
        const store = createMemoryStore();
        for (const record of seeded) store.seed('documents', record);
        const views = createViews(store);
        const ask = () => views.documents(request.visible, request.filter, request.page);
        for (const [index, record] of commits.entries()) {
          if (index >= silent) ask();
          await commit(store, record);
        }
        expect(ask()).toEqual(naivePage([...store.tables.documents.all()], request));
      }),
      { numRuns: 300 },
    );
  });
});

const headArbitrary = fc
  .record({
    number: fc.integer({ min: 0, max: 30 }),
    space_id: fc.constantFrom('spc_a', 'spc_b', 'spc_c'),
    status: fc.constantFrom('published' as const, 'draft' as const),
    type: fc.constantFrom('sop' as const, 'policy' as const),
    tags: fc.subarray(['Red', 'blue']),
    author_id: fc.constantFrom('usr_ada', 'usr_bob'),
    day: fc.integer({ min: 1, max: 9 }),
    inTrash: fc.boolean(),
  })
  .map(({ number, day, inTrash, ...fields }) =>
    head(`doc_${number}`, { ...fields, updated_at: at(day), trashed: inTrash ? trashedAt(day) : null }),
  );

const historyArbitrary = fc.record({
  seeded: fc.uniqueArray(headArbitrary, { selector: ({ id }) => id, maxLength: 30 }),
  commits: fc.array(headArbitrary, { maxLength: 30 }),
  /** So many commits come before the first question. */
  silent: fc.nat({ max: 30 }),
});

const requestArbitrary = fc.record({
  visible: fc.uniqueArray(
    fc.record({ space_id: fc.constantFrom('spc_a', 'spc_b', 'spc_c'), drafts: fc.boolean() }),
    { selector: (space) => space.space_id },
  ),
  filter: fc.record(
    {
      space_ids: fc.subarray(['spc_a', 'spc_b']),
      statuses: fc.subarray(['published' as const, 'draft' as const]),
      types: fc.subarray(['sop' as const, 'policy' as const]),
      tags: fc.subarray(['red', 'blue']),
      and_tags: fc.subarray(['red', 'blue']),
      without_tags: fc.subarray(['red', 'blue']),
      author_ids: fc.subarray(['usr_ada', 'usr_bob']),
    },
    { requiredKeys: [] },
  ),
  page: fc.record({ limit: fc.integer({ min: 1, max: 10 }), offset: fc.integer({ min: 0, max: 40 }) }),
});

function naivePage(
  records: readonly DocumentHead[],
  request: { visible: VisibleSpace[]; filter: DocumentFilter; page: { limit: number; offset: number } },
) {
  const seen = records.filter((record) => {
    const space = request.visible.find((entry) => entry.space_id === record.space_id);
    const isVisible = space !== undefined && (record.status === 'published' || space.drafts);
    return isVisible && record.trashed === null && matchesFilter(record, request.filter);
  });
  seen.sort((left, right) =>
    left.updated_at === right.updated_at
      ? left.id < right.id
        ? -1
        : 1
      : left.updated_at > right.updated_at
        ? -1
        : 1,
  );
  const { limit, offset } = request.page;
  return { items: seen.slice(offset, offset + limit), total: seen.length };
}

describe('sub-pages and backlinks', () => {
  it('lists sub-pages by title as a person sorts them, and follows a page to its new parent', async () => {
    const store = createMemoryStore();
    store.seed('documents', head('doc_2', { parent_id: 'doc_p', title: 'Step 10' }));
    store.seed('documents', head('doc_1', { parent_id: 'doc_p', title: 'Step 2' }));
    const views = createViews(store);
    expect(idsOf(views.children('doc_p'))).toEqual(['doc_1', 'doc_2']);
    await commit(store, head('doc_1', { parent_id: 'doc_q', title: 'Step 2' }));
    expect(idsOf(views.children('doc_p'))).toEqual(['doc_2']);
    expect(idsOf(views.children('doc_q'))).toEqual(['doc_1']);
  });

  it('knows which documents outside the Trash link to a document, each once and never itself', async () => {
    const store = createMemoryStore();
    store.seed('documents', head('doc_a', { links: ['doc_t', 'doc_t'], created_at: at(2) }));
    store.seed('documents', head('doc_b', { links: ['doc_t'], created_at: at(1) }));
    store.seed('documents', head('doc_t', { links: ['doc_t'] }));
    const many = Array.from({ length: 40 }, (_, index) => (index % 2 ? 'doc_u' : 'doc_v'));
    store.seed('documents', head('doc_u', { links: many }));
    const views = createViews(store);
    expect(views.backlinks('doc_t')).toEqual(['doc_b', 'doc_a']);
    expect(views.backlinks('doc_u')).toEqual([]);
    expect(views.backlinks('doc_v')).toEqual(['doc_u']);
    await commit(
      store,
      head('doc_b', { links: [] }),
      head('doc_a', { links: ['doc_t'], trashed: trashedAt(3) }),
    );
    expect(views.backlinks('doc_t')).toEqual([]);
  });

  it('lists the Trash with what was thrown away last first', () => {
    const store = createMemoryStore();
    store.seed('documents', head('doc_a', { trashed: trashedAt(1) }));
    store.seed('documents', head('doc_b', { trashed: trashedAt(2) }));
    expect(idsOf(createViews(store).trashed())).toEqual(['doc_b', 'doc_a']);
  });
});

describe('look-ups by name', () => {
  it('finds a person whatever the case, and forgets a former name', async () => {
    const store = createMemoryStore();
    const ada = { ...USER, id: 'usr_ada', username: 'ada' };
    store.seed('users', ada);
    const views = createViews(store);
    expect(views.userByName('Ada')).toBe(ada);
    const tx = store.begin();
    tx.users.put({ ...ada, username: 'lovelace' });
    await tx.commit();
    expect(views.userByName('ada')).toBeUndefined();
    expect(views.userByName('lovelace')?.id).toBe('usr_ada');
  });

  it('finds a token by the hash of its secret and lists a person’s tokens newest first', () => {
    const store = createMemoryStore();
    store.seed('tokens', { ...TOKEN, id: 'tok_a', secret_hash: 'aa', created_at: at(1) });
    store.seed('tokens', { ...TOKEN, id: 'tok_b', secret_hash: 'bb', created_at: at(2) });
    const views = createViews(store);
    expect(views.tokenByHash('aa')?.id).toBe('tok_a');
    expect(views.tokenByHash('cc')).toBeUndefined();
    expect(idsOf(views.tokensOf('usr_ada'))).toEqual(['tok_b', 'tok_a']);
  });

  it('lists spaces in the order of their slugs and finds one by its slug', async () => {
    const store = createMemoryStore();
    store.seed('spaces', { ...SPACE, id: 'spc_a', slug: 'ops' });
    const views = createViews(store);
    expect(views.spaceBySlug('legal')).toBeUndefined();
    expect(views.spaces()).toHaveLength(1);
    const tx = store.begin();
    tx.spaces.put({ ...SPACE, id: 'spc_b', slug: 'legal' });
    await tx.commit();
    expect(views.spaces().map(({ slug }) => slug)).toEqual(['legal', 'ops']);
    expect(views.spaceBySlug('legal')?.id).toBe('spc_b');
  });
});

describe('the review queue and the inboxes', () => {
  it('keeps waiting requests of a document oldest first and drops a decided one', async () => {
    const store = createMemoryStore();
    store.seed('change_requests', { ...REQUEST, id: 'cr_b', created_at: at(2) });
    store.seed('change_requests', { ...REQUEST, id: 'cr_a', created_at: at(1) });
    const views = createViews(store);
    expect(idsOf(views.pendingRequests('doc_a'))).toEqual(['cr_a', 'cr_b']);
    const tx = store.begin();
    tx.change_requests.put({ ...REQUEST, id: 'cr_a', created_at: at(1), state: 'approved' });
    await tx.commit();
    expect(idsOf(views.pendingRequests('doc_a'))).toEqual(['cr_b']);
    expect(idsOf(views.changeRequests())).toEqual(['cr_b', 'cr_a']);
  });

  it('lists requests by state and author, and those for a document, newest first', async () => {
    const store = createMemoryStore();
    const byEve = { ...REQUEST, author: { ...BY, user_id: 'usr_eve' } };
    store.seed('change_requests', { ...byEve, id: 'cr_a', created_at: at(1) });
    store.seed('change_requests', { ...REQUEST, id: 'cr_b', created_at: at(2), document_id: 'doc_b' });
    store.seed('change_requests', { ...byEve, id: 'cr_c', created_at: at(3) });
    const views = createViews(store);
    expect(idsOf(views.changeRequests({ state: 'pending' }))).toEqual(['cr_c', 'cr_b', 'cr_a']);
    const tx = store.begin();
    tx.change_requests.put({ ...byEve, id: 'cr_c', created_at: at(3), state: 'rejected' });
    await tx.commit();
    expect(idsOf(views.changeRequests())).toEqual(['cr_c', 'cr_b', 'cr_a']);
    expect(idsOf(views.changeRequests({ state: 'pending' }))).toEqual(['cr_b', 'cr_a']);
    expect(idsOf(views.changeRequests({ author_id: 'usr_eve' }))).toEqual(['cr_c', 'cr_a']);
    expect(idsOf(views.changeRequests({ state: 'rejected', author_id: 'usr_eve' }))).toEqual(['cr_c']);
    expect(views.changeRequests({ state: 'approved' })).toEqual([]);
    expect(idsOf(views.changeRequestsFor('doc_a'))).toEqual(['cr_c', 'cr_a']);
  });

  it('gives each person their own notifications, newest first', () => {
    const store = createMemoryStore();
    store.seed('notifications', { ...NOTIFICATION, id: 'ntf_a', created_at: at(1) });
    store.seed('notifications', { ...NOTIFICATION, id: 'ntf_b', created_at: at(2) });
    store.seed('notifications', { ...NOTIFICATION, id: 'ntf_c', user_id: 'usr_bob' });
    expect(idsOf(createViews(store).notificationsOf('usr_ada'))).toEqual(['ntf_b', 'ntf_a']);
  });
});

const USER = {
  name: 'Ada',
  email: null,
  role: 'editor',
  training_manager: false,
  disabled: false,
  password_hash: null,
  created_at: at(1),
  updated_at: at(1),
} as const;

const TOKEN = {
  user_id: 'usr_ada',
  name: 'script',
  last_four: 'abcd',
  scopes: ['read' as const],
  expires_at: null,
  revoked_at: null,
};

const SPACE = {
  name: 'Space',
  description: '',
  visibility: 'workspace',
  members: {},
  created_at: at(1),
  updated_at: at(1),
} as const;

const REQUEST = {
  document_id: 'doc_a',
  state: 'pending',
  fields: {},
  has_content: false,
  base_version: 1,
  note: '',
  author: BY,
  credential_id: null,
  decided_at: null,
  decided_by: null,
  comment: '',
  superseded_by: null,
} as const;

const NOTIFICATION = {
  user_id: 'usr_ada',
  kind: 'review_requested',
  document_id: null,
  deck_id: null,
  change_request_id: null,
  actor_id: 'usr_bob',
  created_at: at(1),
  read_at: null,
} as const;

describe('what attachments take up', () => {
  const attachment = (id: string, size: number, user_id: string): Attachment => ({
    id,
    document_id: 'doc_a',
    name: 'pump.png',
    type: 'image/png',
    size,
    width: 1,
    height: 1,
    sha256: 'a'.repeat(64),
    alt: '',
    by: { user_id, via: 'app', client: null },
    created_at: at(1),
  });

  it('is known of those that were there at the start, and follows each that comes and goes', async () => {
    const store = createMemoryStore();
    store.seed('attachments', attachment('att_a', 100, 'usr_a'));
    store.seed('attachments', attachment('att_b', 20, 'usr_b'));
    const views = createViews(store);
    expect(views.attachmentUse()).toEqual({ files: 2, bytes: 120 });
    const tx = store.begin();
    tx.attachments.put(attachment('att_c', 3, 'usr_a'));
    tx.attachments.delete('att_b');
    await tx.commit();
    expect(views.attachmentUse()).toEqual({ files: 2, bytes: 103 });
    expect(views.attachmentUse('usr_a')).toEqual({ files: 2, bytes: 103 });
    expect(views.attachmentUse('usr_b')).toEqual({ files: 0, bytes: 0 });
    expect(views.attachmentUse('usr_c')).toEqual({ files: 0, bytes: 0 });
  });
});
