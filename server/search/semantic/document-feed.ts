import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentHead } from '../../domain/document.ts';
import type { Logger } from '../../log.ts';
import type { AppliedChange, Store } from '../../ports.ts';
import type { DocumentText, ToSemanticWorker } from './semantic-messages.ts';
import type { DocumentFacts } from './vectors/document-catalog.ts';

/** Heads that are sent in one turn of the event loop. */
const HEADS_AT_ONCE = 500;
/** More of a text than becomes vectors is not sent. */
const MAX_TEXT = 400_000;

/** Tells a worker which documents there are, and brings it the texts that it asks for. */
export interface DocumentFeed {
  /** Names every document, then says that these are all. Ends early when the signal is aborted. */
  sendAll(signal: AbortSignal): Promise<void>;
  applied(changes: readonly AppliedChange[]): void;
  sendTexts(ids: readonly string[]): Promise<void>;
}

export function createDocumentFeed(
  store: Pick<Store, 'tables' | 'content'>,
  log: Logger,
  post: (message: ToSemanticWorker) => void,
): DocumentFeed {
  const present = (id: string): DocumentHead | undefined => {
    const head = store.tables.documents.get(id);
    return head?.trashed ? undefined : head;
  };

  async function textOf(id: string): Promise<DocumentText | undefined> {
    const head = present(id);
    if (!head) return undefined;
    try {
      const content = (await store.content('documents', id, { keep: false })).slice(0, MAX_TEXT);
      // Changed meanwhile: the worker hears of it and asks again.
      if (present(id) !== head) return undefined;
      return { id, stamp: stampOf(head), title: head.title, summary: head.summary, content };
    } catch (error) {
      log.warn({ err: error, document: id }, 'a text could not be read for search by meaning');
      return undefined;
    }
  }

  return {
    async sendAll(signal) {
      const ids = Array.from(store.tables.documents.all(), (head) => head.id);
      for (let start = 0; start < ids.length; start += HEADS_AT_ONCE) {
        const documents = ids.slice(start, start + HEADS_AT_ONCE).flatMap((id) => {
          const head = present(id);
          return head ? [factsOf(head)] : [];
        });
        post({ kind: 'documents', documents });
        await nextTurn();
        if (signal.aborted) return;
      }
      post({ kind: 'all-known' });
    },
    applied(changes) {
      const documents: DocumentFacts[] = [];
      for (const { collection, before, after } of changes) {
        if (collection !== 'documents') continue;
        if (after && !after.trashed) documents.push(factsOf(after));
        else if (before) post({ kind: 'removed', id: before.id });
      }
      if (documents.length > 0) post({ kind: 'documents', documents });
    },
    async sendTexts(ids) {
      const texts = await Promise.all(ids.map(textOf));
      post({ kind: 'texts', texts: texts.filter((text) => text !== undefined) });
    },
  };
}

/** Every stored change of a document gives it another version. */
const stampOf = ({ version, updated_at }: DocumentHead) => `${version} ${updated_at}`;

function factsOf(head: DocumentHead): DocumentFacts {
  const { id, space_id, status, type, tags, author_id } = head;
  return { id, space_id, status, type, tags, author_id, stamp: stampOf(head) };
}
