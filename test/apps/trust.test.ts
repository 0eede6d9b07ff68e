import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { TRUST_LEVELS, type TrustLevel } from '../../server/domain/trust-level.ts';
import { TRUST_LEVEL_WORDS } from '../../server/domain/trust-level-words.ts';
import { approveChangeRequest } from '../../server/operations/change-requests/approve.ts';
import { disconnectApp } from '../../server/operations/connected-apps/disconnect.ts';
import { setAppTrust } from '../../server/operations/connected-apps/set-trust.ts';
import { listNotifications } from '../../server/operations/notifications/list.ts';
import { clients, documentIn, type TestClient } from '../mcp/clients.ts';
import { startConnector, type Connector, type Person } from '../mcp/connector.ts';
import { bearer, legacy, post } from '../mcp/raw.ts';
import { atTheDesk, connectAssistant, type Assistant } from './assistant.ts';

/** An admin's own assistant, in a workspace where whoever edits may publish: nothing but the level holds it back. */
let connector: Connector;
let admin: Person;

beforeEach(async () => {
  connector = await startConnector({ settings: { approval_mode: 'open', training: true } });
  await connector.space('handbook');
  admin = await connector.person('ada', 'admin');
});

afterEach(() => connector.close());

/** Any of them, where it makes no difference which. */
function connectDefault(url: URL, token: string): Promise<TestClient> {
  const [client] = clients;
  if (!client) throw new Error('There is no client to test with.');
  return client.connect(url, token);
}

const desk = (...given: Parameters<ReturnType<typeof atTheDesk>>) =>
  atTheDesk(connector, admin.user)(...given);
const assistant = (level: TrustLevel): Promise<Assistant> => connectAssistant(connector, admin.user, level);
const clientOf = ({ token }: Assistant) => connector.client(connectDefault, token);

async function documents() {
  const own = await connector.client(connectDefault, admin.token);
  const create = async (publish: boolean) =>
    documentIn(await own.call('create_doc', { title: 'A page', markdown: 'The live text.', publish })).id;
  return { own, draft: await create(false), published: await create(true) };
}

async function textOf(client: TestClient, id: string): Promise<string> {
  return z.object({ markdown: z.string() }).parse((await client.call('read_doc', { id })).structured)
    .markdown;
}

describe('what an app of each level is offered', () => {
  const toolSchema = z.looseObject({
    name: z.string(),
    annotations: z.looseObject({ readOnlyHint: z.boolean() }),
  });
  const offered = async (token: string) => {
    const client = await connector.client(connectDefault, token);
    return (await client.tools()).map((tool) => toolSchema.parse(tool));
  };

  test('read: the tools that change nothing, and no other', async () => {
    const all = await offered(admin.token);
    const tools = await offered((await assistant('read')).token);
    expect(tools).toEqual(all.filter(({ annotations }) => annotations.readOnlyHint));
    expect(tools.length).toBeGreaterThan(0);
  });

  test('drafts: no training tools that change anything; review and full: everything that the person may do', async () => {
    const names = async (level: TrustLevel) =>
      (await offered((await assistant(level)).token)).map(({ name }) => name);
    const all = (await offered(admin.token)).map(({ name }) => name);
    expect(await names('drafts')).toEqual(
      all.filter((name) => name !== 'create_training_deck' && name !== 'assign_training'),
    );
    expect(await names('review')).toEqual(all);
    expect(await names('full')).toEqual(all);
  });

  test.each(TRUST_LEVELS)('%s: the instructions say how far it may go', async (level) => {
    const client = await clientOf(await assistant(level));
    expect(client.instructions()).toContain('This app may ');
    expect(client.instructions()).toContain(`(level “${TRUST_LEVEL_WORDS[level].label}”)`);
  });
});

describe.each(clients)('an admin’s own assistant, $label', ({ connect }) => {
  test('read: every write is refused with the level and where to change it, and nothing is written', async () => {
    const { own, draft } = await documents();
    const reader = await connect(connector.url, (await assistant('read')).token);
    for (const [name, input] of [
      ['create_doc', { title: 'New', space: 'handbook' }],
      ['update_doc', { id: draft, title: 'Changed' }],
    ] as const) {
      const { isError, texts, structured } = await reader.call(name, input);
      expect(isError).toBe(true);
      expect(structured).toMatchObject({ error: 'forbidden' });
      expect(texts.join(' ')).toMatch(/“Read only”.*Connected apps.*with the command `app trust/s);
    }
    expect(await textOf(reader, draft)).toBe('The live text.');
    expect((await own.call('list_docs')).structured).toMatchObject({ total: 2 });
    await reader.close();
  });

  test('drafts: drafts are created and changed; publishing and published pages are refused', async () => {
    const { own, draft, published } = await documents();
    const drafter = await connect(connector.url, (await assistant('drafts')).token);
    expect(documentIn(await drafter.call('create_doc', { title: 'Mine' })).status).toBe('draft');
    expect((await drafter.call('update_doc', { id: draft, markdown: 'A better draft.' })).isError).toBe(
      false,
    );
    for (const input of [
      { id: published, markdown: 'Overwritten.' },
      { id: published, publish: false },
      { id: published, markdown: 'Tried.', dry_run: true },
      { id: draft, publish: true },
    ]) {
      const { isError, texts } = await drafter.call('update_doc', input);
      expect([input, isError, texts.join(' ')]).toEqual([
        input,
        true,
        expect.stringContaining('“Drafts only”'),
      ]);
    }
    const before = connector.store.tables.documents.size;
    expect((await drafter.call('create_doc', { title: 'Live', publish: true })).isError).toBe(true);
    expect(connector.store.tables.documents.size).toBe(before);
    expect(connector.store.tables.change_requests.size).toBe(0);
    expect(await textOf(own, published)).toBe('The live text.');
    expect(await textOf(own, draft)).toBe('A better draft.');
    await drafter.close();
  });

  test('review: drafts change at once; what is live waits, although the person could publish', async () => {
    const { own, draft, published } = await documents();
    const { app, token } = await assistant('review');
    const client = await connect(connector.url, token);
    await client.call('update_doc', { id: draft, markdown: 'A better draft.' });
    expect(await textOf(own, draft)).toBe('A better draft.');

    const change = await client.call('update_doc', { id: published, markdown: 'A proposal.' });
    const { change_request_id: id } = z
      .looseObject({ change_request_id: z.string() })
      .parse(change.structured);
    expect(change.texts.join(' ')).toContain('review');
    expect(await textOf(own, published)).toBe('The live text.');

    // The person is told, although it is their own wish, and decides with another credential than the one that made it.
    const inbox = z.object({
      items: z.array(z.looseObject({ kind: z.string(), change_request_id: z.string() })),
    });
    const { items } = inbox.parse(await desk(listNotifications, {}));
    expect(items).toMatchObject([{ kind: 'review_requested', change_request_id: id }]);
    expect(connector.store.tables.change_requests.get(id)?.credential_id).toBe(app.id);
    await desk(approveChangeRequest, { id });
    expect(await textOf(own, published)).toBe('A proposal.');

    const created = await client.call('create_doc', { title: 'New', publish: true });
    expect(documentIn(created).status).toBe('draft');
    expect(created.texts.join(' ')).toContain('this app publishes waits for review');
    await client.close();
  });

  test('full: exactly what the person may do', async () => {
    const { own, published } = await documents();
    const client = await connect(connector.url, (await assistant('full')).token);
    const { isError } = await client.call('update_doc', { id: published, markdown: 'Changed at once.' });
    expect(isError).toBe(false);
    expect(await textOf(own, published)).toBe('Changed at once.');
    await client.close();
  });
});

describe('between two calls of one connection (security A7)', () => {
  test('another level counts from the next call on, in both directions', async () => {
    const { published } = await documents();
    const made = await assistant('full');
    const client = await clientOf(made);
    const change = async (markdown: string) =>
      (await client.call('update_doc', { id: published, markdown })).isError;
    expect(await change('One.')).toBe(false);
    await desk(setAppTrust, { id: made.app.id, trust_level: 'read' });
    expect(await change('Two.')).toBe(true);
    await desk(setAppTrust, { id: made.app.id, trust_level: 'full' });
    expect(await change('Three.')).toBe(false);
  });

  test('"Revoke in Connected apps → next call 401", and its tokens are gone', async () => {
    const { app, token } = await assistant('full');
    const call = () => post(connector.url, legacy('tools/list'), bearer(token));
    expect((await call()).status).toBe(200);
    await desk(disconnectApp, { id: app.id });
    expect((await call()).status).toBe(401);
    expect(connector.store.tables.oauth_artifacts.size).toBe(0);
  });

  test('a disabled person’s apps are out', async () => {
    const { token } = await assistant('full');
    await connector.change((tx) => tx.users.put({ ...admin.user, disabled: true }));
    expect((await post(connector.url, legacy('tools/list'), bearer(token))).status).toBe(401);
  });

  test('a lowered role narrows the person’s apps, whatever their level', async () => {
    const { published } = await documents();
    const client = await clientOf(await assistant('full'));
    await connector.settings({ approval_mode: 'strict' });
    await connector.change((tx) => tx.users.put({ ...admin.user, role: 'editor' }));
    const change = await client.call('update_doc', { id: published, markdown: 'Proposed.' });
    expect(change.structured).toHaveProperty('change_request_id');
  });
});
