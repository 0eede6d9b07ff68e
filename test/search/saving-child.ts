import { createLogger } from '../../server/log.ts';
import { createSearchIndex } from '../../server/search/create-search-index.ts';
import { documentHead } from '../builders/document-head.ts';
import { createMemoryStore, type MemoryStore } from '../fakes/memory-store.ts';
import { PATIENCE } from '../patience.ts';

/** Documents that the killed process and the one that looks at what it left both know. */
export function createKnownStore(): MemoryStore {
  const store = Object.assign(createMemoryStore(), { instanceId: 'the same at each start' });
  for (let n = 0; n < 200; n += 1) {
    const text = Array.from({ length: 40 }, (_, word) => `word${(n * 7 + word * word) % 900}`).join(' ');
    store.seed('documents', documentHead({ id: `doc_${n}`, title: `Page ${n}` }), text);
  }
  return store;
}

/** A process for tests to kill: builds and saves its index again and again, and says each time that it begins. */
async function saveForEver(folder: string): Promise<void> {
  const index = createSearchIndex({
    store: createKnownStore(),
    log: createLogger('silent'),
    folder,
    answerWithinMs: PATIENCE.timeout,
  });
  for (;;) {
    process.stdout.write('rebuild\n');
    await index.rebuild();
  }
}

const [, program, folder] = process.argv;
if (folder !== undefined && program?.endsWith('saving-child.ts')) await saveForEver(folder);
