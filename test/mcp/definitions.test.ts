import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES } from '../../server/domain/role.ts';
import { startEngineering, type Connector } from './connector.ts';
import { addHostileWorkspace } from './hostile-workspace.ts';
import { bearer, legacy, modern, post } from './raw.ts';

/** 6,000 tokens of about 4 characters. */
const BUDGET = 24_000;

const PEOPLE = ROLES.flatMap((role) => [
  { username: role, role, training_manager: false },
  { username: `${role}-trainer`, role, training_manager: true },
]);

let connector: Connector;
const tokens = new Map<string, string>();

beforeAll(async () => {
  ({ connector } = await startEngineering({ settings: { training: true } }));
  for (const { username, role, training_manager } of PEOPLE) {
    const { user, token } = await connector.person(username, role);
    await connector.change((tx) => tx.users.put({ ...user, training_manager }));
    tokens.set(username, token);
  }
});

afterAll(() => connector.close());

async function listed(username: string): Promise<{ name: string }[]> {
  const reply = await post(connector.url, legacy('tools/list'), bearer(tokens.get(username) ?? ''));
  return Object(reply.json.result).tools;
}

describe.each(PEOPLE)('the definitions that $username is listed', ({ username }) => {
  test('cost a conversation at most 6,000 tokens', async () => {
    const tools = await listed(username);
    expect(tools.length).toBeGreaterThan(7);
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(BUDGET);
  });
});

test('are the same bytes in every era and for everybody who sees a tool', async () => {
  const { body, headers } = modern('tools/list');
  const reply = await post(connector.url, body, { ...bearer(tokens.get('admin') ?? ''), ...headers });
  const all = Object(reply.json.result).tools;
  expect(JSON.stringify(all)).toBe(JSON.stringify(await listed('admin')));
  for (const { username } of PEOPLE) {
    for (const tool of await listed(username)) {
      expect(JSON.stringify(tool)).toBe(
        JSON.stringify(all.find(({ name }: { name: string }) => name === tool.name)),
      );
    }
  }
});

test('are the same bytes whatever hostile documents, templates, spaces and guidance say (security M4)', async () => {
  const hash = async () => {
    const lists = [];
    for (const { username } of PEOPLE) lists.push(await listed(username));
    return createHash('sha256').update(JSON.stringify(lists)).digest('hex');
  };
  const before = await hash();
  await addHostileWorkspace(connector);
  expect(await hash()).toBe(before);
});
