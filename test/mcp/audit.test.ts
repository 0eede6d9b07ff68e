import { afterEach, beforeEach, expect, test } from 'vitest';
import { clients, documentIn } from './clients.ts';
import { startConnector, type Connector } from './connector.ts';

let connector: Connector;

beforeEach(async () => {
  connector = await startConnector();
  await connector.space('engineering');
});

afterEach(() => connector.close());

test.each(clients)(
  '"Every action through the MCP server is written to an audit log and marked": reads, writes, refusals ($label client)',
  async ({ connect }) => {
    const ada = await connector.person('ada', 'editor');
    const ben = await connector.person('ben', 'viewer');
    const editor = await connector.client(connect, ada.token);
    const viewer = await connector.client(connect, ben.token);
    const created = await editor.call('create_doc', { title: 'Page', markdown: 'x', publish: true });
    const { id } = documentIn(created);
    await editor.call('list_spaces');
    await editor.call('list_docs');
    await editor.call('search_docs', { query: 'x' });
    await editor.call('read_doc', { id });
    await editor.call('update_doc', { id, markdown: 'y' });
    await editor.call('update_doc', { id, colour: 'red' });
    await viewer.call('read_doc', { id });
    await viewer.call('update_doc', { id, markdown: 'z' });
    await expect(viewer.call('drop_everything')).rejects.toThrow('No tool has this name');

    const entries = (await connector.store.audit({ limit: 100 })).toReversed();
    expect(entries.map(({ username, action, result }) => [username, action, result])).toEqual([
      ['ada', 'documents.create', 'queued'],
      ['ada', 'spaces.list', 'ok'],
      ['ada', 'documents.list', 'ok'],
      ['ada', 'search.query', 'ok'],
      ['ada', 'documents.read', 'ok'],
      ['ada', 'documents.update', 'ok'],
      ['ada', 'documents.update', 'refused: bad_request'],
      ['ben', 'documents.read', 'refused: not_found'],
      ['ben', 'documents.update', 'refused: forbidden'],
      ['ben', 'mcp.call_tool', 'refused: not_found'],
    ]);
    for (const entry of entries) {
      expect(entry).toMatchObject({ via: 'mcp', client: 'test token', ip: '127.0.0.1' });
      expect(entry.credential_id).toMatch(/^tok_/);
      expect(entry.request_id).not.toBe('');
    }
    expect(entries[4]?.target).toEqual({ type: 'document', id });
  },
);

test('a change carries the name of the token that it came through into the document’s history, whatever the program calls itself', async () => {
  const ada = await connector.person('ada', 'editor');
  for (const { connect } of clients) {
    const client = await connector.client(connect, ada.token);
    const { structured } = await client.call('create_doc', { title: 'Page' });
    expect(structured).toMatchObject({
      document: { updated_by: { username: 'ada', via: 'mcp', client: 'test token' } },
    });
  }
});
