import { startThread, type Thread, type ThreadEvents } from '../../start-thread.ts';
import type { FromSemanticWorker, SemanticConfig, ToSemanticWorker } from './semantic-messages.ts';

export type SemanticThread = Thread<ToSemanticWorker>;
export type SemanticThreadEvents = ThreadEvents<FromSemanticWorker>;

/** Starts the thread that asks the provider and compares vectors; ending it ends requests that are open. */
export function startSemanticThread(data: SemanticConfig, events: SemanticThreadEvents): SemanticThread {
  return startThread({ name: 'semantic-worker', beside: import.meta.url, data }, events);
}
