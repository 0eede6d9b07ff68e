import { startThread, type Thread, type ThreadEvents } from '../start-thread.ts';
import type { CheckReport, CheckTask } from './image-messages.ts';

/** What a check needs beside the picture itself; more ends the thread, not the program. */
const HEAP_MEGABYTES = 64;

export type ImageThread = Thread<CheckTask>;

/** Starts the thread that checks pictures. */
export function startImageThread(events: ThreadEvents<CheckReport>): ImageThread {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MEGABYTES };
  return startThread({ name: 'image-worker', beside: import.meta.url, resourceLimits }, events);
}
