import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { originSentence } from '../../server/faces/mcp/document-metadata.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { importDocuments } from '../../server/operations/documents/import.ts';
import { listDocuments } from '../../server/operations/documents/list.ts';
import { readDocument } from '../../server/operations/documents/read.ts';
import { listVersions } from '../../server/operations/versions/list.ts';
import { newId } from '../../server/domain/identifier.ts';
import { perform } from '../../server/operations/perform.ts';
import { seedApp } from '../authorization/credentials.ts';
import { clients, documentIn } from '../mcp/clients.ts';
import { startConnector, type Connector } from '../mcp/connector.ts';
import { assistantWorkspace, type AssistantWorkspace } from './assistant.ts';

/** "Where each text came from (person, connector and which app, import)". */
describe('where a text came from', () => {
  let workspace: AssistantWorkspace;
  beforeEach(() => {
    workspace = assistantWorkspace();
  });
  const read = async (id: string) => (await workspace.as('admin', readDocument, { id })).document;

  it('a person, without app or sitting', async () => {
    const document = await read(await workspace.page('Page', 'x'));
    const by = { username: 'admin', via: 'app', client: null, sitting: null };
    expect(document).toMatchObject({ created_by: by, updated_by: by });
    expect(originSentence(document)).toBe('Created by “The admin” (app), 2026-03-01.');
  });

  it('an app through the connector, with its sitting; who created the page is kept', async () => {
    const id = await workspace.page('Page', 'x');
    await workspace.edits(id, { content: 'y' });
    const sitting = workspace.sitting();
    expect(await read(id)).toMatchObject({
      author: { username: 'admin' },
      created_by: { via: 'app', sitting: null },
      updated_by: { username: 'admin', via: 'mcp', client: 'Claude', sitting },
    });
    expect(originSentence(await read(id))).toBe(
      `Last changed by “The admin” through “Claude” (connector, sitting ${sitting}), 2026-03-01. ` +
        'Created by “The admin” (app).',
    );
    expect((await workspace.as('admin', listVersions, { id })).items.map(({ by }) => by)).toMatchObject([
      { via: 'mcp', client: 'Claude', sitting },
      { via: 'app', client: null, sitting: null },
    ]);
  });

  it('a connected app by the name under which the person let it in, with a sitting of its own', async () => {
    const { id, name } = seedApp(workspace, 'editor', 'full');
    const credential = { kind: 'connected_app' as const, id, name };
    const actor = { ...workspace.actor('editor', { via: 'mcp', credential }), client: 'claude-ai/0.1' };
    const input = { space: 'handbook', title: 'Page', content: 'x' };
    const { document } = await perform(workspace.services, createDocument, actor, input);
    const [sitting] = workspace.store.tables.sittings.all();
    expect(sitting).toMatchObject({ credential_id: id, client: 'App' });
    expect(document.created_by).toMatchObject({ via: 'mcp', client: 'App', sitting: sitting?.id });
  });

  it('a file that was imported, in the first version for ever', async () => {
    const id = newId('document');
    const input = { space: 'handbook', documents: [{ id, title: 'Note', content: 'x' }] };
    await workspace.as('admin', importDocuments, input, { via: 'cli' });
    expect(originSentence(await read(id))).toBe('Created by “The admin” (import), 2026-03-01.');
    await workspace.change('editor', id, { content: 'y' });
    expect(await read(id)).toMatchObject({ created_by: { via: 'import' }, updated_by: { via: 'app' } });
    const { items } = await workspace.as('admin', listVersions, { id });
    expect(items.at(-1)).toMatchObject({ note: 'Imported', by: { via: 'import' } });
  });

  it('of a document from before this was kept: what its first version tells, else nothing', async () => {
    const id = await workspace.page('Page', 'x');
    const { created_by: _left, ...older } = workspace.store.tables.documents.get(id) ?? {};
    const seed = (version: number) =>
      workspace.store.seed('documents', { ...older, version } as Parameters<
        typeof workspace.store.seed<'documents'>
      >[1]);
    seed(1);
    expect(await read(id)).toMatchObject({ created_by: { via: 'app' } });
    seed(2);
    expect(await read(id)).toMatchObject({ created_by: null });
    expect(originSentence(await read(id))).toBe('Last changed by “The admin” (app), 2026-03-01.');
  });

  it('stands beside one document, and in lists only as far as they have room', async () => {
    await workspace.page('Page', 'x');
    const { items } = await workspace.as('admin', listDocuments, {});
    expect(items[0]).toMatchObject({ updated_by: { via: 'app', sitting: null } });
    expect(items[0]).not.toHaveProperty('created_by');
  });
});

describe('where a text came from, as an assistant is told', () => {
  let connector: Connector;
  beforeEach(async () => {
    connector = await startConnector();
  });
  afterEach(() => connector.close());

  it('read_doc says it in words, with the text and with the outline', async () => {
    const ada = await connector.person('ada', 'admin');
    const { slug: space } = await connector.space('handbook');
    const assistant = await clients[0]?.connect(connector.url, ada.token);
    if (!assistant) throw new Error('There is no client to test with.');
    const { id } = documentIn(
      await assistant.call('create_doc', { title: 'Page', markdown: '# One', space }),
    );
    const [sitting] = connector.store.tables.sittings.all();
    const words = `Created by “Ada Example” through “test token” (connector, sitting ${sitting?.id}), 2026-11-20.`;
    for (const format of ['full', 'outline']) {
      expect((await assistant.call('read_doc', { id, format })).texts[0]).toContain(words);
    }
    await assistant.close();
  });
});
