import type { DocumentHead } from '../domain/document.ts';
import type { Logger } from '../log.ts';
import type { AppliedChange, Store } from '../ports.ts';
import { searchableDocument } from './searchable-document.ts';
import type { PutTarget, ToWorker } from './worker/messages.ts';

/** How much may be on its way to the worker: little, so that a search never waits long behind it. */
const MAX_DOCUMENTS_UNDER_WAY = 32;
const MAX_CHARACTERS_UNDER_WAY = 512 * 1024;

/**
 * Brings documents to the index: those that it lacks in the background, and every change at once. Changes go
 * first. What cannot be sent yet is remembered by its id only and read when its turn comes, so memory stays
 * bounded however fast changes come in.
 */
export interface DocumentFeed {
  /**
   * Starts over with a worker that is ready to be fed through `post`: with the changes that came while there was
   * none, and nothing in the background.
   */
  restart(post: (message: ToWorker) => void): void;
  /**
   * Sends these documents as they are when their turn comes, in the background, instead of what was still to come
   * there. Resolves with true when all of them are sent, with false when that was given up.
   */
  fill(ids: Iterable<string>, target: PutTarget): Promise<boolean>;
  /** How many documents are still to come in the background. */
  readonly remaining: number;
  /** Gives up what is still to come in the background. */
  stopFilling(): void;
  /** Stops feeding until the next `restart`. */
  stop(): void;
  applied(changes: readonly AppliedChange[]): void;
  /** The worker has taken in the oldest document under way. */
  taken(): void;
  /** Resolves when every change that was applied before has been sent. */
  changesSent(): Promise<void>;
  /** Whether a change of this document has still to be sent. */
  isPending(id: string): boolean;
}

interface Filling {
  ids: string[];
  target: PutTarget;
  done(isSent: boolean): void;
}

export function createDocumentFeed(store: Pick<Store, 'tables' | 'content'>, log: Logger): DocumentFeed {
  let post: ((message: ToWorker) => void) | null = null;
  let filling: Filling | null = null;
  let isPumping = false;
  const changed = new Set<string>();
  /** The change whose text is being read. */
  let changeInHand: string | undefined;
  /** Sizes of the texts that were sent and not yet taken in, in order. */
  const underWay: number[] = [];
  let charactersUnderWay = 0;
  const waiting = new Set<{ ids: Set<string>; release: () => void }>();

  const canSend = () =>
    post !== null &&
    underWay.length < MAX_DOCUMENTS_UNDER_WAY &&
    charactersUnderWay < MAX_CHARACTERS_UNDER_WAY;

  function put(head: DocumentHead, content: string | null, target: PutTarget): void {
    const size = content?.length ?? 0;
    underWay.push(size);
    charactersUnderWay += size;
    post?.({ kind: 'put', document: searchableDocument(head, content), target });
  }

  /** Sends the document as it is now, whatever happens to it while its text is read. */
  async function send(id: string, target: PutTarget): Promise<void> {
    for (;;) {
      const head = store.tables.documents.get(id);
      if (!head || head.trashed) return post?.({ kind: 'remove', id });
      const content = await readContent(id);
      if (store.tables.documents.get(id) === head) return put(head, content, target);
    }
  }

  /** A text that cannot be read leaves its document findable by title; the store reports the damage. */
  async function readContent(id: string): Promise<string | null> {
    try {
      return await store.content('documents', id, { keep: false });
    } catch (error) {
      log.warn({ err: error, document: id }, 'text could not be read for the search index');
      return null;
    }
  }

  async function sendChange(id: string): Promise<void> {
    changeInHand = id;
    changed.delete(id);
    await send(id, 'both');
    changeInHand = undefined;
    releaseWaiting(id);
  }

  async function sendNextOf(current: Filling): Promise<void> {
    const id = current.ids.pop();
    if (id !== undefined) await send(id, current.target);
    if (current.ids.length === 0 && current === filling) endFilling(true);
  }

  async function pump(): Promise<void> {
    if (isPumping) return;
    isPumping = true;
    try {
      while (canSend()) {
        const [change] = changed;
        if (change !== undefined) await sendChange(change);
        else if (filling) await sendNextOf(filling);
        else break;
      }
    } finally {
      isPumping = false;
    }
  }

  function startPump(): void {
    pump().catch((error: unknown) => log.error({ err: error }, 'feeding the search index failed'));
  }

  function endFilling(isSent: boolean): void {
    filling?.done(isSent);
    filling = null;
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
    if (change.collection !== 'documents') return;
    const { before, after, content } = change;
    const id = after?.id ?? before?.id;
    if (id === undefined) return;
    const isReadyToGo = after && !after.trashed && content !== undefined;
    if (isReadyToGo && changed.size === 0 && changeInHand !== id && canSend()) put(after, content, 'both');
    else changed.add(id);
  }

  return {
    restart(nextPost) {
      post = nextPost;
      endFilling(false);
      underWay.length = 0;
      charactersUnderWay = 0;
      startPump();
    },
    fill(ids, target) {
      endFilling(false);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      filling = { ids: [...ids], target, done: resolve };
      startPump();
      return promise;
    },
    get remaining() {
      return filling?.ids.length ?? 0;
    },
    stopFilling: () => endFilling(false),
    stop() {
      post = null;
      endFilling(false);
      // Its text may be read only when there is nobody to send it to.
      if (changeInHand !== undefined) changed.add(changeInHand);
      releaseAllWaiting();
    },
    applied(changes) {
      changes.forEach(applyOne);
      if (changed.size > 0) startPump();
    },
    taken() {
      charactersUnderWay -= underWay.shift() ?? 0;
      startPump();
    },
    async changesSent() {
      const ids = new Set(changed);
      if (changeInHand !== undefined) ids.add(changeInHand);
      if (ids.size > 0) await new Promise<void>((release) => waiting.add({ ids, release }));
    },
    isPending: (id) => changed.has(id) || changeInHand === id,
  };
}
