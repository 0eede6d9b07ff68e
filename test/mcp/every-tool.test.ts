import { expect, test } from 'vitest';
import { tools } from '../../server/faces/mcp/tools/catalog.ts';
import { png } from '../images/pictures.ts';
import { clients, documentIn, type TestClient } from './clients.ts';
import { startEngineering } from './connector.ts';

const PNG = png().toString('base64');

interface Subjects {
  documentId: string;
  deckId: string;
}

/** A call of every tool that there is, which succeeds. */
const CALLS: Record<string, (subjects: Subjects) => Record<string, unknown>> = {
  list_spaces: () => ({}),
  list_docs: () => ({ space: 'engineering' }),
  search_docs: () => ({ query: 'valve' }),
  read_doc: ({ documentId }) => ({ id: documentId }),
  writing_guide: () => ({ block: 'tabs' }),
  list_templates: () => ({ name: 'SOP' }),
  create_doc: () => ({ title: 'Pump', markdown: 'Prime it.', template: 'Runbook' }),
  update_doc: ({ documentId }) => ({ id: documentId, mode: 'append', markdown: 'And close it.' }),
  add_image: ({ documentId }) => ({ doc_id: documentId, data: PNG, alt: 'A valve', insert: 'append' }),
  request_upload: ({ documentId }) => ({ doc_id: documentId }),
  create_training_deck: ({ documentId }) => ({ doc_id: documentId }),
  assign_training: ({ deckId }) => ({ deck_id: deckId, everyone: true }),
  training_status: ({ deckId }) => ({ deck_id: deckId }),
  search: () => ({ query: 'valve' }),
  fetch: ({ documentId }) => ({ id: documentId }),
};

async function subjects(client: TestClient): Promise<Subjects> {
  const input = { title: 'Valve', markdown: '## Reset\n\nTurn the valve.\n', publish: true };
  const { id } = documentIn(await client.call('create_doc', input));
  const { structured } = await client.call('create_training_deck', { doc_id: id });
  return { documentId: id, deckId: String(Object(structured['deck']).id) };
}

test.each(clients)(
  'every tool is listed, answers, and its answer fits its schema: $label client',
  async ({ connect }) => {
    const { connector } = await startEngineering({ settings: { training: true } });
    const root = await connector.person('root', 'admin');
    const client = await connector.client(connect, root.token);
    expect((await client.tools()).map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    expect(Object.keys(CALLS).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
    const about = await subjects(client);
    for (const [name, input] of Object.entries(CALLS)) {
      const { isError, texts, structured } = await client.call(name, input(about));
      expect([name, isError, texts.join('\n')]).toEqual([name, false, expect.stringMatching(/\S/)]);
      expect(structured).toMatchObject(JSON.parse(texts.at(-1) ?? ''));
    }
    await connector.close();
  },
);
