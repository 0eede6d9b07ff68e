import { describe, expect, it } from 'vitest';
import { documentHead } from '../../test/builders/document-head.ts';
import { createMemoryStore } from '../../test/fakes/memory-store.ts';
import { createLogger } from '../log.ts';
import { createIndexFeed } from './index-feed.ts';
import type { ToWorker } from './search-messages.ts';

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

describe('the feed of the index', () => {
  it('never lets a text that was read before a change overtake the change', async () => {
    const { store, reads, slow } = storeWithSlowTexts();
    store.seed('documents', head('doc_a'));
    const feed = createIndexFeed(slow, log);
    const posted: ToWorker[] = [];
    feed.restart((message) => posted.push(message));
    const after = head('doc_a', 2);
    store.seed('documents', after);
    feed.applied([{ collection: 'documents', before: head('doc_a'), after, content: 'new text' }]);
    reads[0]?.deliver('old text');
    await settled();
    reads[1]?.deliver('new text');
    await settled();
    const texts = posted.map((message) => (message.kind === 'put' ? message.document.content : message.kind));
    expect(new Set(texts)).toEqual(new Set(['new text']));
    expect(feed.isComplete).toBe(true);
  });

  it('sends changes before the rest and says when they are sent', async () => {
    const { store, reads, slow } = storeWithSlowTexts();
    for (let n = 0; n < 100; n += 1) store.seed('documents', head(`doc_${n}`));
    const feed = createIndexFeed(slow, log);
    const posted: ToWorker[] = [];
    feed.restart((message) => posted.push(message));
    feed.applied([{ collection: 'documents', before: head('doc_5'), after: head('doc_5') }]);
    const sent = feed.changesSent();
    reads[0]?.deliver('whatever came first');
    await settled();
    expect(reads[1]?.id).toBe('doc_5');
    reads[1]?.deliver('five');
    await expect(sent).resolves.toBeUndefined();
    expect(feed.isComplete).toBe(false);
  });

  it('has a bounded number of documents under way, and goes on as they are taken in', async () => {
    const store = createMemoryStore();
    for (let n = 0; n < 100; n += 1) store.seed('documents', head(`doc_${n}`), 'text');
    const feed = createIndexFeed(store, log);
    const posted: ToWorker[] = [];
    feed.restart((message) => posted.push(message));
    await settled();
    expect(posted.length).toBe(32);
    for (let taken = 0; taken < 100; taken += 1) {
      feed.taken();
      await settled();
    }
    expect(posted.length).toBe(100);
    expect(feed.isComplete).toBe(true);
  });

  it('leaves a document findable by its title when its text cannot be read', async () => {
    const { store, reads, slow } = storeWithSlowTexts();
    store.seed('documents', head('doc_a'));
    const feed = createIndexFeed(slow, log);
    const posted: ToWorker[] = [];
    feed.restart((message) => posted.push(message));
    reads[0]?.fail(new Error('damaged'));
    await settled();
    expect(posted).toMatchObject([{ kind: 'put', document: { title: 'version 1', content: '' } }]);
  });
});
