import { parentPort, workerData } from 'node:worker_threads';
import { nodeFileSystem } from '../../storage/node-file-system.ts';
import { createSemanticEngine } from './semantic-engine.ts';
import type { SemanticConfig, ToSemanticWorker } from './semantic-messages.ts';

/**
 * The thread that asks the embeddings provider, keeps the vectors and compares them: nothing of it happens where
 * requests are answered (security Q2). It may be ended at any moment.
 */
function serve(port: NonNullable<typeof parentPort>, config: SemanticConfig): void {
  const engine = createSemanticEngine({
    config,
    send: (message) => port.postMessage(message),
    fileSystem: nodeFileSystem,
  });
  port.on('message', (message: ToSemanticWorker) => engine.receive(message));
}

if (!parentPort) throw new Error('This file runs as a worker only.');
const config: SemanticConfig = workerData;
serve(parentPort, config);
