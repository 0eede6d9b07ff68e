import { parentPort } from 'node:worker_threads';
import { findDocuments } from './find-documents.ts';
import { createInvertedIndex, type InvertedIndex } from './inverted-index.ts';
import type { Found, FromWorker, SearchRequest, ToWorker } from './search-messages.ts';
import { createExcerpter, MAX_SCANNED } from './snippet.ts';

/**
 * The thread that owns the index: analysis, ranking and snippets never run where requests are answered
 * (security Q2). Messages are worked off in order, so a search sees everything that was put before it.
 */
function serve(port: NonNullable<typeof parentPort>): void {
  const index = createInvertedIndex();
  const answer = (message: FromWorker) => port.postMessage(message);
  port.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'put':
        index.put(message.document);
        return answer({ kind: 'taken' });
      case 'remove':
        return index.remove(message.id);
      case 'search':
        return answerSearch(index, message.number, message.request, answer);
    }
  });
  answer({ kind: 'ready' });
}

function answerSearch(
  index: InvertedIndex,
  number: number,
  request: SearchRequest,
  answer: (message: FromWorker) => void,
): void {
  answer({ kind: 'searching', number });
  try {
    answer({ kind: 'found', number, found: find(index, request) });
  } catch (error) {
    answer({
      kind: 'failed',
      number,
      reason: error instanceof Error ? (error.stack ?? error.message) : 'unknown',
    });
  }
}

function find(index: InvertedIndex, request: SearchRequest): Found {
  const { documents, terms, relaxed } = findDocuments(index, request);
  const page = documents.slice(request.offset, request.offset + request.limit);
  const excerpt = createExcerpter(terms);
  const hits = page.map(({ document, score }) => ({
    id: document.id,
    score: Math.round(score * 1000) / 1000,
    match: 'keyword' as const,
    ...excerpt(document.content.toString('utf8', 0, MAX_SCANNED), document.summary),
  }));
  return { hits, total: documents.length, relaxed };
}

if (!parentPort) throw new Error('This file runs as a worker only.');
serve(parentPort);
