import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDocument } from '../../server/operations/documents/create.ts';
import { perform } from '../../server/operations/perform.ts';
import { submitAnswers } from '../../server/operations/training/submit.ts';
import type { Actor } from '../../server/operations/define.ts';
import { clients, type TestClient } from './clients.ts';
import { startConnector, type Connector, type Person } from './connector.ts';

const TRAINING_TOOLS = ['create_training_deck', 'assign_training', 'training_status'];
const TEXT = '# Valves\n\nRead this.\n\n:::quiz\nWhich first?\n- [ ] Red\n- [x] Blue\n:::\n';

let connector: Connector;
let ada: Person;
let ben: Person;
let docId: string;

beforeEach(async () => {
  connector = await startConnector({ settings: { training: true } });
  await connector.space('engineering');
  ada = await connector.person('ada', 'viewer');
  await connector.change((tx) => tx.users.put({ ...ada.user, training_manager: true }));
  ben = await connector.person('ben', 'editor');
  const admin = await connector.person('root', 'admin');
  const input = { title: 'Valves', content: TEXT, status: 'published' as const };
  docId = (await perform(connector.services, createDocument, atDesk(admin), input)).document.id;
});

afterEach(() => connector.close());

/** A person at the machine, who takes what they were assigned. */
function atDesk({ user }: Person): Actor {
  return {
    user_id: user.id,
    credential: { kind: 'desk' },
    scopes: ['read', 'write'],
    via: 'app',
    client: null,
    request_id: 'req_test',
    ip: null,
    base_url: 'https://kb.example.com',
  };
}

async function namesFor(client: TestClient): Promise<string[]> {
  return (await client.tools()).map(({ name }) => name);
}

async function deckIdOf(client: TestClient, input: object = {}): Promise<string> {
  const { structured } = await client.call('create_training_deck', { doc_id: docId, ...input });
  return String(Object(structured['deck']).id);
}

describe.each(clients)('training, with the $label client', ({ connect }) => {
  let client: TestClient;

  beforeEach(async () => {
    client = await connector.client(connect, ada.token);
  });

  test('a manager makes a deck, assigns it, and sees who passed', async () => {
    const made = await client.call('create_training_deck', { doc_id: docId, due_days: 7, pass_percent: 100 });
    expect(made.structured).toMatchObject({ deck: { slide_count: 1, question_count: 1, due_days: 7 } });
    const deckId = String(Object(made.structured['deck']).id);
    expect(made.texts[0]).toContain(
      `“Valves” (${deckId}) from version 1 of the document: 1 slide, 1 question`,
    );

    const assigned = await client.call('assign_training', { deck_id: deckId, usernames: ['ben', 'ada'] });
    expect(assigned.structured).toMatchObject({ assigned: 2, already_assigned: 0 });
    expect(assigned.texts[0]).toContain('to 2 people, who are notified. It is due in 7 days.');
    expect(connector.services.views.notificationsOf(ben.user.id)).toMatchObject([
      { kind: 'training_assigned', deck_id: deckId, actor_id: ada.user.id },
    ]);

    const answers = [{ question: 1, chosen: [2] }];
    await perform(connector.services, submitAnswers, atDesk(ben), { deck_id: deckId, answers });
    const decks = await client.call('training_status');
    expect(decks.structured).toMatchObject({
      total: 1,
      decks: [{ id: deckId, counts: { assigned: 2, passed: 1 } }],
    });
    expect(decks.texts[0]).toContain('2 assigned: 1 passed, 0 failed, 1 not started.');
    const people = await client.call('training_status', { deck_id: deckId });
    expect(people.structured).toMatchObject({
      deck: { id: deckId },
      people: [
        { person: { username: 'ada' }, state: 'assigned', score_percent: null },
        { person: { username: 'ben' }, state: 'passed', score_percent: 100 },
      ],
      not_assigned: 1,
    });
  });

  test('everyone: everybody who may read the document', async () => {
    const deckId = await deckIdOf(client);
    const reply = await client.call('assign_training', { deck_id: deckId, everyone: true });
    expect(reply.structured).toMatchObject({ assigned: 3 });
    const again = await client.call('assign_training', { deck_id: deckId, everyone: true });
    expect(again.texts[0]).toContain('to nobody new. 3 had it already.');
  });

  test('unknown usernames are listed back, and nobody is assigned', async () => {
    const deckId = await deckIdOf(client);
    const reply = await client.call('assign_training', { deck_id: deckId, usernames: ['ben', 'nobody'] });
    expect(reply).toMatchObject({ isError: true, structured: { error: 'bad_request', unknown: ['nobody'] } });
    expect(reply.texts[0]).toContain('no such person: nobody. Nobody was assigned.');
    expect(connector.store.tables.assignments.size).toBe(0);
  });

  test('a deck says when its document moved on', async () => {
    await deckIdOf(client);
    const document = connector.store.tables.documents.get(docId);
    if (!document) throw new Error('The document is there.');
    await connector.change((tx) => tx.documents.put({ ...document, version: 2 }));
    const { texts } = await client.call('training_status');
    expect(texts[0]).toContain('moved on to version 2, and the deck shows version 1');
  });

  test('without the switch the tools are hidden, and a call says who switches it on and where', async () => {
    await connector.settings({ training: false });
    // Anew, because clients keep a list for a minute.
    const later = await connector.client(connect, ada.token);
    expect((await namesFor(later)).filter((name) => TRAINING_TOOLS.includes(name))).toEqual([]);
    for (const name of TRAINING_TOOLS) {
      const reply = await client.call(name, { doc_id: docId });
      expect(reply).toMatchObject({ isError: true, structured: { error: 'forbidden' } });
      expect(reply.texts[0]).toBe(
        'Training is switched off in this workspace. An admin switches it on at the machine of the workspace, in the app under Settings → Training, or with the command `settings set training on`.',
      );
    }
    expect(connector.store.tables.decks.size).toBe(0);
  });

  test('without the flag they are hidden, and a call is refused', async () => {
    const editor = await connector.client(connect, ben.token);
    expect((await namesFor(editor)).filter((name) => TRAINING_TOOLS.includes(name))).toEqual([]);
    for (const name of TRAINING_TOOLS) {
      const reply = await editor.call(name, { doc_id: docId });
      expect(reply.texts[0]).toBe(
        'Only training managers may do this. Ask an admin to make you a training manager.',
      );
    }
  });

  test('a read-only token of a manager sees the status, and makes and assigns nothing', async () => {
    const reader = await connector.client(connect, await connector.token(ada.user, ['read']));
    expect((await namesFor(reader)).filter((name) => TRAINING_TOOLS.includes(name))).toEqual([
      'training_status',
    ]);
    expect(await reader.call('create_training_deck', { doc_id: docId })).toMatchObject({
      structured: { error: 'missing_scope' },
    });
  });

  test('annotations: the status reads, the others write and destroy nothing', async () => {
    const hints = new Map((await client.tools()).map((tool) => [tool.name, Object(tool['annotations'])]));
    expect(hints.get('training_status')).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    for (const name of ['create_training_deck', 'assign_training']) {
      expect(hints.get(name)).toMatchObject({
        title: expect.stringMatching(/^[A-Z]/),
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      });
    }
  });
});
