import { parentPort } from 'node:worker_threads';
import { nodeFileSystem } from '../../storage/node-file-system.ts';
import { mergeSegments } from '../index/merge-segments.ts';
import type { FromMergeWorker, MergeJob, MergeResult, ToMergeWorker } from './merge-messages.ts';
import { isSavedIndexWhole, saveIndex } from './saved-index.ts';

/** The thread that merges and writes, so that the one that answers searches does not have to. */
function serve(port: NonNullable<typeof parentPort>): void {
  const answer = (message: FromMergeWorker) => port.postMessage(message);
  let last: Promise<void> = Promise.resolve();
  port.on('message', ({ number, job }: ToMergeWorker) => {
    last = last
      .then(async () => perform(job))
      .then((result) => answer({ number, result }))
      .catch((error: unknown) =>
        answer({ number, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
      );
  });
}

async function perform(job: MergeJob): Promise<MergeResult> {
  if (job.work === 'merge') return { work: 'merge', segment: mergeSegments(job.input) };
  if (job.work === 'save') {
    return { work: 'save', saved: await saveIndex(nodeFileSystem, job.place, job.segment) };
  }
  return { work: 'check', isWhole: await isSavedIndexWhole(nodeFileSystem, job.place) };
}

if (!parentPort) throw new Error('This file runs as a worker only.');
serve(parentPort);
