import type { FromWorker, ToWorker, WorkerOptions } from './messages.ts';
import { startThread, type Thread, type ThreadEvents } from '../../start-thread.ts';

/** The index itself is in shared memory, outside of the heap that these limits bound. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 };

/** Starts the thread that owns the index. */
export function startSearchThread(data: WorkerOptions, events: ThreadEvents<FromWorker>): Thread<ToWorker> {
  const options = {
    name: 'search-worker',
    beside: import.meta.url,
    data,
    resourceLimits: RESOURCE_LIMITS,
  } as const;
  return startThread(options, events);
}
