import { parentPort, workerData } from 'node:worker_threads';
import { nodeFileSystem } from '../../storage/node-file-system.ts';
import { createIndexOwner } from './index-owner.ts';
import type { FromWorker, ToWorker, WorkerOptions } from './messages.ts';
import { openSavedIndex } from './saved-index.ts';

/**
 * The thread that owns the index: analysis, ranking and snippets never run where requests are answered
 * (security Q2). Messages are worked off in order, so an answer knows everything that was put before its question.
 */
async function serve(port: NonNullable<typeof parentPort>, options: WorkerOptions): Promise<void> {
  const { folder, instanceId, opensSaved, saves } = options;
  const say = (message: FromWorker) => port.postMessage(message);
  const place = folder === null ? null : { folder, instanceId };
  const opened = place && opensSaved ? await openSavedIndex(nodeFileSystem, place) : NOTHING;
  const owner = createIndexOwner({ opened, place, saves, say });
  port.on('message', (message: ToWorker) => owner.take(message));
  const documents = opened.segment?.documentCount ?? 0;
  say({ kind: 'ready', documents, saved: opened.saved, problem: opened.problem });
}

const NOTHING = { segment: null, saved: null, problem: null };

if (!parentPort) throw new Error('This file runs as a worker only.');
// What it rejects with ends the thread, which its starter is told.
void serve(parentPort, workerData);
