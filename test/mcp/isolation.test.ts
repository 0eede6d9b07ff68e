import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentIn, toCallResult } from './clients.ts';
import { startConnector, type Connector, type Person } from './connector.ts';
import { bearer, legacy, modern, post } from './raw.ts';

const CALLS_EACH = 300;

let connector: Connector;

beforeEach(async () => {
  connector = await startConnector({ limits: { requestsPerMinute: 10_000 } });
});

afterEach(() => connector.close());

/** A person with a private space and one document in it that only they see. */
async function personWithSecret(username: string): Promise<Person & { documentId: string }> {
  const person = await connector.person(username, 'editor');
  const space = await connector.space(`of-${username}`);
  await connector.change((tx) =>
    tx.spaces.put({ ...space, visibility: 'private', members: { [person.user.id]: 'edit' } }),
  );
  const input = { title: `Secret of ${username}`, space: space.slug, markdown: username };
  const reply = await post(
    connector.url,
    legacy('tools/call', { name: 'create_doc', arguments: input }),
    bearer(person.token),
  );
  return { ...person, documentId: documentIn(toCallResult(reply.json.result)).id };
}

test('two users, interleaved calls with the same request ids in both eras: no answer reaches the other', async () => {
  const people = [await personWithSecret('ada'), await personWithSecret('ben')];
  const calls = Array.from({ length: CALLS_EACH }, (_, index) =>
    people.map(async ({ user, token, documentId }) => {
      const params = { name: 'read_doc', arguments: { id: documentId } };
      const { body, headers } =
        index % 2 === 0 ? { body: legacy('tools/call', params), headers: {} } : modern('tools/call', params);
      const reply = await post(connector.url, { ...body, id: 1 }, { ...bearer(token), ...headers });
      return toCallResult(reply.json.result).structured['markdown'] === user.username;
    }),
  );
  const answers = await Promise.all(calls.flat());
  expect(answers).toHaveLength(2 * CALLS_EACH);
  expect(answers.every(Boolean)).toBe(true);
});

test('a document of another’s private space and an id that never was answer alike (security A2)', async () => {
  const ada = await personWithSecret('ada');
  const ben = await personWithSecret('ben');
  const read = async (id: string) => {
    const reply = await post(
      connector.url,
      { ...legacy('tools/call', { name: 'read_doc', arguments: { id } }), id: 1 },
      bearer(ada.token),
    );
    return reply.json.result;
  };
  expect(await read(ben.documentId)).toEqual(await read('doc_00000000000'));
});
