import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallFailed } from '../../client/transport.ts';
import {
  createDraftSession,
  KEEP_AFTER_MS,
  RETRY_AFTER_MS,
  SAVE_AFTER_MS,
  type DraftPorts,
  type RecoveryCopy,
} from './draft-session.ts';
import { fieldsOf, type ChangeOutcome, type PageChanges, type PageState } from './page-fields.ts';

const eve = { id: 'usr_eve', username: 'eve', name: 'Eve' };

function pageAt(version: number, fields: Partial<PageState> = {}): PageState {
  return {
    id: 'doc_1',
    space: 'notes',
    parent: null,
    title: 'Bread',
    summary: '',
    tags: [],
    type: 'knowledge',
    status: 'draft',
    version,
    author: eve,
    updated_by: { ...eve, via: 'app', client: null, sitting: null },
    created_by: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    published_at: null,
    url: '',
    content: 'Flour',
    ...fields,
  };
}

function refusal(code: string, status: number): CallFailed {
  return new CallFailed({ code, message: code, status, hint: null, details: {} });
}

/** A server with one page, and the device's copy of what is unsaved. */
function fakeServer(first: PageState) {
  const server = {
    page: first,
    sent: [] as { changes: PageChanges & { status?: string }; version: number }[],
    fail: null as Error | null,
    waits: false,
    kept: null as RecoveryCopy | null,
  };
  const ports: DraftPorts = {
    async update(changes, { version }): Promise<ChangeOutcome> {
      server.sent.push({ changes, version });
      if (server.fail) throw server.fail;
      if (version !== server.page.version) throw refusal('version_conflict', 412);
      if (server.waits)
        return {
          pending: true,
          change_request_id: 'cr_1',
          message: 'Waits',
          document: server.page,
          changed: [],
        };
      const { tags = server.page.tags, ...fields } = changes;
      server.page = { ...server.page, ...fields, tags: [...tags], version: version + 1 };
      return { pending: false, document: server.page, changed: [] };
    },
    read: async () => server.page,
    keep(copy) {
      server.kept = copy;
    },
  };
  return { server, ports, session: createDraftSession({ base: first }, ports) };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a draft', () => {
  it('is saved two seconds after the last key, with the version that was seen', async () => {
    const { server, session } = fakeServer(pageAt(1));
    session.change({ content: 'Rye' });
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1);
    session.change({ content: 'Rye flour' });
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1);
    expect(server.sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.sent).toEqual([{ changes: { content: 'Rye flour' }, version: 1 }]);
    expect(session.state()).toMatchObject({ isDirty: false, isSaving: false, base: { version: 2 } });
  });

  it('is kept on the device until it is saved', async () => {
    const { server, session } = fakeServer(pageAt(1));
    session.change({ content: 'Rye' });
    await vi.advanceTimersByTimeAsync(KEEP_AFTER_MS);
    expect(server.kept).toMatchObject({ base: { version: 1 }, fields: { content: 'Rye' } });
    await session.flush();
    expect(server.kept).toBeNull();
  });

  it('saves what was written while a save was under way with the next one', async () => {
    const { server, session } = fakeServer(pageAt(1));
    session.change({ content: 'A' });
    const saving = session.flush();
    session.change({ content: 'AB' });
    expect(await saving).toBe(false);
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(server.page).toMatchObject({ content: 'AB', version: 3 });
  });

  it('is tried again when the server did not answer, and not when it refused', async () => {
    const { server, session } = fakeServer(pageAt(1));
    server.fail = refusal('unreachable', 0);
    session.change({ content: 'Rye' });
    await session.flush();
    expect(session.state().error).toBe(server.fail);
    await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS);
    expect(server.sent).toHaveLength(2);
    server.fail = refusal('bad_request', 400);
    await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS);
    await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS * 10);
    expect(server.sent).toHaveLength(3);
    expect(session.state().isDirty).toBe(true);
  });

  it('is saved when the page is left', async () => {
    const { server, session } = fakeServer(pageAt(1));
    session.change({ title: 'Rye bread' });
    session.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.page.title).toBe('Rye bread');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('somebody else’s change', () => {
  it('is never overwritten: it is to be merged first', async () => {
    const { server, session } = fakeServer(pageAt(1));
    session.change({ content: 'Rye' });
    server.page = pageAt(2, { content: 'Spelt' });
    await session.flush();
    expect(server.page.content).toBe('Spelt');
    expect(session.state()).toMatchObject({ isDirty: true, base: { version: 1 }, theirs: { version: 2 } });
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS * 10);
    expect(server.sent).toHaveLength(1);

    session.settle({ ...session.state().fields, content: 'Rye and spelt' }, server.page);
    await vi.advanceTimersByTimeAsync(0);
    expect(server.page).toMatchObject({ content: 'Rye and spelt', version: 3 });
  });

  it('that is the same as one’s own is no conflict, as when an answer was lost', async () => {
    const { server, session } = fakeServer(pageAt(1));
    session.change({ content: 'Rye' });
    server.page = pageAt(2, { content: 'Rye' });
    await session.flush();
    expect(session.state()).toMatchObject({ theirs: null, isDirty: false, base: { version: 2 } });
  });

  it('is taken over where nothing is unsaved, and waits where something is', () => {
    const { session } = fakeServer(pageAt(1));
    session.noticeLive(pageAt(2, { content: 'Spelt' }));
    expect(session.state()).toMatchObject({ fields: { content: 'Spelt' }, isDirty: false, theirs: null });
    session.change({ content: 'Spelt and rye' });
    session.noticeLive(pageAt(3, { content: 'Wheat' }));
    expect(session.state()).toMatchObject({ fields: { content: 'Spelt and rye' }, theirs: { version: 3 } });
    session.noticeLive(pageAt(2, { content: 'Spelt' }));
    expect(session.state().theirs?.version).toBe(3);
  });

  it('alone is left after one’s own is discarded', () => {
    const { server, session } = fakeServer(pageAt(1));
    session.change({ content: 'Rye' });
    session.noticeLive(pageAt(2, { content: 'Spelt' }));
    session.discard();
    expect(session.state()).toMatchObject({ fields: { content: 'Spelt' }, isDirty: false, theirs: null });
    expect(server.kept).toBeNull();
  });
});

describe('a published page', () => {
  const published = pageAt(4, { status: 'published' });

  it('is never saved by itself', async () => {
    const { server, session } = fakeServer(published);
    session.change({ content: 'Rye' });
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS * 10);
    expect(await session.flush()).toBe(false);
    session.close();
    expect(server.sent).toEqual([]);
    expect(server.kept).toMatchObject({ fields: { content: 'Rye' } });
  });

  it('changes when its writer says so, without a status that it has already', async () => {
    const { server, session } = fakeServer(published);
    session.change({ content: 'Rye' });
    const outcome = await session.submit('published', 'Better');
    expect(outcome?.pending).toBe(false);
    expect(server.sent).toEqual([{ changes: { content: 'Rye' }, version: 4 }]);
  });

  it('keeps nothing on the device of a change that waits for review', async () => {
    const { server, session } = fakeServer(published);
    server.waits = true;
    session.change({ content: 'Rye' });
    expect((await session.submit('published', ''))?.pending).toBe(true);
    expect(session.state().isDirty).toBe(false);
    expect(server.kept).toBeNull();
  });

  it('that somebody changed meanwhile is merged before anything is sent', async () => {
    const { server, session } = fakeServer(published);
    session.change({ content: 'Rye' });
    server.page = pageAt(5, { status: 'published', content: 'Spelt' });
    expect(await session.submit('published', '')).toBeNull();
    expect(session.state().theirs?.version).toBe(5);
  });
});

describe('a change that waits for review', () => {
  const published = pageAt(3, { status: 'published' });
  const sent = { ...fieldsOf(published), content: 'Rye' };

  it('is not kept on the device as unsent while it is what the reviewer has; what is added to it is', async () => {
    const { server, ports } = fakeServer(published);
    const session = createDraftSession({ base: published, fields: sent, sent }, ports);
    expect(session.state()).toMatchObject({ isDirty: true, isUnsent: false });
    session.close();
    expect(server.kept).toBeNull();
    session.change({ content: 'Rye and salt' });
    await vi.advanceTimersByTimeAsync(KEEP_AFTER_MS);
    expect(session.state().isUnsent).toBe(true);
    expect(server.kept).toMatchObject({ fields: { content: 'Rye and salt' } });
  });
});
