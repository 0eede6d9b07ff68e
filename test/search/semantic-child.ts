import { pino } from 'pino';
import { createSemanticSearch } from '../../server/search/semantic/create-semantic-search.ts';
import { documentHead } from '../builders/document-head.ts';
import { createMemorySecrets } from '../fakes/memory-secrets.ts';
import { createMemoryStore } from '../fakes/memory-store.ts';
import { EVERYTHING } from './semantic-world.ts';

/**
 * A process for tests to kill: embeds `count` pages into a folder, says on its standard output when that is done and
 * which of them are found, and ends.
 */
const [folder = '', url = '', count = '0'] = process.argv.slice(2);

const store = Object.assign(createMemoryStore(), { instanceId: 'the same at each start' });
store.seed('settings', {
  id: 'workspace',
  values: { embeddings: { kind: 'openai', url, model: 'small', dimensions: null } },
});
for (let number = 0; number < Number(count); number += 1) {
  const id = `page_${number}`;
  store.seed('documents', documentHead({ id, title: id }), `Page of number ${'one '.repeat(number % 7)}.`);
}

const log = pino({ level: 'warn' }, process.stderr);
const search = createSemanticSearch({ store, secrets: createMemorySecrets(), folder, log });
const watch = setInterval(() => {
  if (search.status().state !== 'ready') return;
  clearInterval(watch);
  void report();
}, 5);

async function report(): Promise<void> {
  const hits = await search.rank('Page of number', EVERYTHING);
  process.stdout.write(JSON.stringify({ embedded: search.status().embedded, found: hits?.length ?? null }));
  await search.close();
}
