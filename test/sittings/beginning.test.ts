import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callServer } from '../rest/rest-server.ts';
import { clients, documentIn } from '../mcp/clients.ts';
import { startConnector, type Connector, type Person } from '../mcp/connector.ts';

const MINUTE = 60_000;

/** "All writes of one connected app (or token) with pauses shorter than 30 minutes; id `sit_…`" (decisions). */
describe('a sitting', () => {
  let connector: Connector;
  let ada: Person;
  let space: string;
  beforeEach(async () => {
    connector = await startConnector();
    ada = await connector.person('ada', 'admin');
    space = (await connector.space('handbook')).slug;
  });
  afterEach(() => connector.close());

  /** Creates a document with a token over MCP; answers its sitting. */
  async function create(token = ada.token): Promise<string> {
    const client = await clients[0]?.connect(connector.url, token);
    if (!client) throw new Error('There is no client to test with.');
    const reply = await client.call('create_doc', { title: 'Page', markdown: 'x', space });
    await client.close();
    return sittingOf(documentIn(reply).id);
  }

  async function createOverRest(token = ada.token): Promise<string> {
    const body = { title: 'Page', content: 'x', space };
    const { json } = await callServer(connector.url.origin, 'POST', '/api/v1/documents', { token, body });
    return sittingOf(String(json['id']));
  }

  const sittingOf = (id: string) => connector.store.tables.documents.get(id)?.updated_by.sitting ?? '';
  const stored = () => [...connector.store.tables.sittings.all()];

  it('goes on while the pauses are shorter than 30 minutes, however long it lasts', async () => {
    const first = await create();
    expect(first).toMatch(/^sit_[0-9a-z]{12}$/);
    for (let write = 0; write < 3; write += 1) {
      connector.advance(30 * MINUTE - 1000);
      expect(await create()).toBe(first);
    }
    expect(stored()).toMatchObject([
      { id: first, user_id: ada.user.id, client: 'test token', started_at: '2026-11-20T10:00:00.000Z' },
    ]);
  });

  it('is over after a pause of 30 minutes: the next write begins another one', async () => {
    const first = await create();
    connector.advance(30 * MINUTE);
    const second = await create();
    expect(second).not.toBe(first);
    expect(stored().map(({ id }) => id)).toEqual([first, second]);
  });

  it('does not go on by reading', async () => {
    const first = await create();
    connector.advance(20 * MINUTE);
    await callServer(connector.url.origin, 'GET', '/api/v1/documents', { token: ada.token });
    connector.advance(10 * MINUTE);
    expect(await create()).not.toBe(first);
  });

  it('does not begin with a write that was refused, nor with one that changes nothing', async () => {
    const call = (method: string, path: string, body: object) =>
      callServer(connector.url.origin, method, path, { token: ada.token, body });
    expect((await call('POST', '/api/v1/documents', { title: '', space })).status).toBe(400);
    expect(stored()).toEqual([]);
    const created = await call('POST', '/api/v1/documents', { title: 'Page', content: 'x', space });
    connector.advance(30 * MINUTE);
    const same = await call('PATCH', `/api/v1/documents/${String(created.json['id'])}`, { title: 'Page' });
    expect(same.status).toBe(200);
    expect(stored()).toHaveLength(1);
  });

  it('is of one token: two tokens of one person have two, MCP and REST with one token share one', async () => {
    const other = await connector.token(ada.user, ['read', 'write'], 'another token');
    const first = await create();
    const second = await create(other);
    expect(second).not.toBe(first);
    expect(await createOverRest()).toBe(first);
    expect(await createOverRest(other)).toBe(second);
    expect(stored().map(({ client }) => client)).toEqual(['test token', 'another token']);
  });

  it('begins once, when many writes come in the same moment', async () => {
    const sittings = await Promise.all(Array.from({ length: 32 }, () => createOverRest()));
    expect(new Set(sittings).size).toBe(1);
    expect(stored()).toHaveLength(1);
  });

  it('stands in the audit entry of every write, in each version and in the answers of REST', async () => {
    const sitting = await createOverRest();
    const [document] = connector.store.tables.documents.all();
    const id = document?.id ?? '';
    const get = async (path: string) =>
      (await callServer(connector.url.origin, 'GET', `/api/v1/documents/${id}${path}`, { token: ada.token }))
        .json;
    const by = { username: 'ada', via: 'rest', client: 'test token', sitting };
    expect(await get('')).toMatchObject({ updated_by: by, created_by: by });
    expect(await get('/versions')).toMatchObject({ items: [{ by }] });
    const entries = await connector.store.audit({ sittings: [sitting], limit: 10 });
    expect(entries).toMatchObject([{ action: 'documents.create', sitting, target: { id } }]);
  });
});
