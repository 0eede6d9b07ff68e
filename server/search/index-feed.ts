import type { DocumentHead } from '../domain/document.ts';
import type { Logger } from '../log.ts';
import type { AppliedChange, Store } from '../ports.ts';
import type { SearchableDocument, ToWorker } from './search-messages.ts';

/** How much may be on its way to the worker: little, so that a search never waits long behind it. */
const MAX_DOCUMENTS_UNDER_WAY = 32;
const MAX_CHARACTERS_UNDER_WAY = 512 * 1024;

/**
 * Brings documents to the index: all of them once in the background, and every change at once. Changes go
 * first. What cannot be sent yet is remembered by its id only and read when its turn comes, so memory stays
 * bounded however fast changes come in.
 */
export interface IndexFeed {
  /** Starts over with an empty index that is ready to be fed through `post`. */
  restart(post: (message: ToWorker) => void): void;
  /** Stops feeding until the next `restart`. */
  stop(): void;
  applied(changes: readonly AppliedChange[]): void;
  /** The worker has taken in the oldest document under way. */
  taken(): void;
  /** Resolves when every change that was applied before has been sent. */
  changesSent(): Promise<void>;
  /** False until every document has been sent once. */
  readonly isComplete: boolean;
}

export function createIndexFeed(store: Pick<Store, 'tables' | 'content'>, log: Logger): IndexFeed {
  let post: ((message: ToWorker) => void) | null = null;
  let background: string[] = [];
  let isComplete = false;
  let isPumping = false;
  const changed = new Set<string>();
  /** The change whose text is being read. */
  let changeInHand: string | undefined;
  /** Sizes of the texts that were sent and not yet taken in, in order. */
  const underWay: number[] = [];
  const waiting = new Set<{ ids: Set<string>; release: () => void }>();

  const charactersUnderWay = () => underWay.reduce((sum, size) => sum + size, 0);
  const canSend = () =>
    post !== null &&
    underWay.length < MAX_DOCUMENTS_UNDER_WAY &&
    charactersUnderWay() < MAX_CHARACTERS_UNDER_WAY;

  function put(head: DocumentHead, content: string): void {
    underWay.push(content.length);
    post?.({ kind: 'put', document: searchable(head, content) });
  }

  /** Sends the document as it is now, whatever happens to it while its text is read. */
  async function send(id: string): Promise<void> {
    for (;;) {
      const head = store.tables.documents.get(id);
      if (!head || head.trashed) return post?.({ kind: 'remove', id });
      const content = await readContent(id);
      if (store.tables.documents.get(id) === head) return put(head, content);
    }
  }

  /** A text that cannot be read leaves its document findable by title; the store reports the damage. */
  async function readContent(id: string): Promise<string> {
    try {
      return await store.content('documents', id);
    } catch (error) {
      log.warn({ err: error, document: id }, 'text could not be read for the search index');
      return '';
    }
  }

  async function pump(): Promise<void> {
    if (isPumping) return;
    isPumping = true;
    try {
      while (canSend()) {
        [changeInHand] = changed;
        const id = changeInHand ?? background.pop();
        if (id === undefined) break;
        changed.delete(id);
        await send(id);
        changeInHand = undefined;
        releaseWaiting(id);
      }
      if (post && background.length === 0 && changed.size === 0) isComplete = true;
    } finally {
      isPumping = false;
    }
  }

  function startPump(): void {
    pump().catch((error: unknown) => log.error({ err: error }, 'feeding the search index failed'));
  }

  function releaseWaiting(sent: string): void {
    for (const waiter of waiting) {
      waiter.ids.delete(sent);
      if (waiter.ids.size > 0) continue;
      waiting.delete(waiter);
      waiter.release();
    }
  }

  function releaseAllWaiting(): void {
    for (const { release } of waiting) release();
    waiting.clear();
  }

  function applyOne(change: AppliedChange): void {
    if (change.collection !== 'documents' || !post) return;
    const { before, after, content } = change;
    const id = after?.id ?? before?.id;
    if (id === undefined) return;
    if (after && !after.trashed && content !== undefined && changed.size === 0 && canSend())
      put(after, content);
    else changed.add(id);
  }

  return {
    restart(nextPost) {
      post = nextPost;
      background = Array.from(store.tables.documents.all(), (head) => head.id);
      isComplete = false;
      changed.clear();
      underWay.length = 0;
      releaseAllWaiting();
      startPump();
    },
    stop() {
      post = null;
      isComplete = false;
      releaseAllWaiting();
    },
    applied(changes) {
      changes.forEach(applyOne);
      if (changed.size > 0) startPump();
    },
    taken() {
      underWay.shift();
      startPump();
    },
    async changesSent() {
      const ids = new Set(changed);
      if (changeInHand !== undefined) ids.add(changeInHand);
      if (ids.size > 0) await new Promise<void>((release) => waiting.add({ ids, release }));
    },
    get isComplete() {
      return isComplete;
    },
  };
}

function searchable(head: DocumentHead, content: string): SearchableDocument {
  return {
    id: head.id,
    title: head.title,
    summary: head.summary,
    tags: head.tags,
    type: head.type,
    status: head.status,
    space_id: head.space_id,
    author_id: head.author_id,
    updated_at: head.updated_at,
    content,
  };
}
