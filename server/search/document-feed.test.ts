import { describe, expect, it } from 'vitest';
import { documentHead } from '../../test/builders/document-head.ts';
import { createMemoryStore } from '../../test/fakes/memory-store.ts';
import { createLogger } from '../log.ts';
import { createDocumentFeed } from './document-feed.ts';
import { stampOf, UNREAD_STAMP } from './searchable-document.ts';
import type { ToWorker } from './worker/messages.ts';

const head = (id: string, version = 1) => documentHead({ id, version, title: `version ${version}` });

/** A store whose texts are handed out when the test says so. */
function storeWithSlowTexts() {
  const store = createMemoryStore();
  const reads: { id: string; deliver: (text: string) => void; fail: (error: Error) => void }[] = [];
  const content = (_collection: string, id: string) =>
    new Promise<string>((resolve, reject) => reads.push({ id, deliver: resolve, fail: reject }));
  return { store, reads, slow: { tables: store.tables, content } };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const log = createLogger('silent');

function startFeed(store: Parameters<typeof createDocumentFeed>[0]) {
  const feed = createDocumentFeed(store, log);
  const posted: ToWorker[] = [];
  feed.restart((message) => posted.push(message));
  const fill = () =>
    feed.fill(
      [...store.tables.documents.all()].map(({ id }) => id),
      'both',
    );
  return { feed, posted, fill };
}

describe('the feed of the index', () => {
  it('never lets a text that was read before a change overtake the change', async () => {
    const { store, reads, slow } = storeWithSlowTexts();
    store.seed('documents', head('doc_a'));
    const { feed, posted, fill } = startFeed(slow);
    const filled = fill();
    const after = head('doc_a', 2);
    store.seed('documents', after);
    feed.applied([{ collection: 'documents', before: head('doc_a'), after, content: 'new text' }]);
    reads[0]?.deliver('old text');
    await settled();
    reads[1]?.deliver('new text');
    expect(await filled).toBe(true);
    const texts = posted.map((message) => (message.kind === 'put' ? message.document.content : message.kind));
    expect(new Set(texts)).toEqual(new Set(['new text']));
  });

  it('sends changes before the rest and says when they are sent', async () => {
    const { store, reads, slow } = storeWithSlowTexts();
    for (let n = 0; n < 100; n += 1) store.seed('documents', head(`doc_${n}`));
    const { feed, fill } = startFeed(slow);
    let isFilled = false;
    fill().then(
      () => (isFilled = true),
      () => undefined,
    );
    feed.applied([{ collection: 'documents', before: head('doc_5'), after: head('doc_5') }]);
    expect(feed.isPending('doc_5')).toBe(true);
    const sent = feed.changesSent();
    reads[0]?.deliver('whatever came first');
    await settled();
    expect(reads[1]?.id).toBe('doc_5');
    reads[1]?.deliver('five');
    await expect(sent).resolves.toBeUndefined();
    expect(feed.isPending('doc_5')).toBe(false);
    expect(isFilled).toBe(false);
  });

  it('has a bounded number of documents under way, and goes on as they are taken in', async () => {
    const store = createMemoryStore();
    for (let n = 0; n < 100; n += 1) store.seed('documents', head(`doc_${n}`), 'text');
    const { feed, posted, fill } = startFeed(store);
    const filled = fill();
    await settled();
    expect(posted.length).toBe(32);
    for (let taken = 0; taken < 100; taken += 1) {
      feed.taken();
      await settled();
    }
    expect(await filled).toBe(true);
    expect(posted.length).toBe(100);
  });

  it('leaves a document findable by its title when its text cannot be read, and reads it again at the next start', async () => {
    const { store, reads, slow } = storeWithSlowTexts();
    store.seed('documents', head('doc_a'));
    const { posted, fill } = startFeed(slow);
    const filled = fill();
    reads[0]?.fail(new Error('damaged'));
    await filled;
    const document = { title: 'version 1', content: '', stamp: UNREAD_STAMP };
    expect(posted).toMatchObject([{ kind: 'put', document }]);
    expect(stampOf(head('doc_a'))).not.toBe(UNREAD_STAMP);
  });

  it('keeps changes that come while there is no worker for the next one', async () => {
    const { store, reads, slow } = storeWithSlowTexts();
    const feed = createDocumentFeed(slow, log);
    const change = (id: string) => {
      store.seed('documents', head(id));
      feed.applied([{ collection: 'documents', before: undefined, after: head(id), content: 'text' }]);
    };
    change('doc_a');
    const posted: ToWorker[] = [];
    feed.restart((message) => posted.push(message));
    expect(reads.map(({ id }) => id)).toEqual(['doc_a']);
    feed.stop();
    reads[0]?.deliver('text');
    await settled();
    expect(posted).toEqual([]);
    feed.restart((message) => posted.push(message));
    const sent = feed.changesSent();
    reads[1]?.deliver('text');
    await sent;
    expect(posted).toMatchObject([{ kind: 'put', document: { id: 'doc_a' } }]);
  });

  it('gives up what is in the background when it is filled anew or stopped, and says so', async () => {
    const { store, slow } = storeWithSlowTexts();
    for (let n = 0; n < 3; n += 1) store.seed('documents', head(`doc_${n}`));
    const { feed, fill } = startFeed(slow);
    const [first, second] = [fill(), fill()];
    expect(await first).toBe(false);
    feed.stop();
    expect(await second).toBe(false);
  });
});

describe('the stamp of a document', () => {
  const before = head('doc_a');
  it.each([
    ['its version', { version: 2 }],
    ['its title', { title: 'Another' }],
    ['its summary', { summary: 'Another' }],
    ['its tags', { tags: ['red'] }],
    ['its type', { type: 'sop' as const }],
    ['its status', { status: 'draft' as const }],
    ['its space', { space_id: 'spc_b' }],
    ['its author', { author_id: 'usr_bob' }],
    ['its time', { updated_at: '2026-01-01T00:00:00.001Z' }],
  ])('changes with %s', (_name, change) => {
    expect(stampOf({ ...before, ...change })).not.toBe(stampOf(before));
  });

  it('is the same for the same document', () => {
    expect(stampOf({ ...before })).toBe(stampOf(before));
  });
});
