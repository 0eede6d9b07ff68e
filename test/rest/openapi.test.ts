import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from '../../server/faces/rest/openapi.ts';
import { loadRoutes } from '../../server/faces/rest/routes.ts';
import { addAttachment } from '../../server/operations/attachments/add.ts';
import { png } from '../images/pictures.ts';
import { callServer } from './rest-server.ts';
import { startRoles, type Roles } from './roles.ts';

const routes = await loadRoutes();

let roles: Roles;
beforeAll(async () => {
  roles = await startRoles();
});
afterAll(() => roles.server.close());

const description = await describeApi({ version: '1.0.0', baseUrl: 'https://kb.example.com' });

/** Every object inside a value, itself included. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { ...value };
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

function at(pointer: string): unknown {
  let value: unknown = description;
  for (const key of pointer.slice(2).split('/')) value = new Map(Object.entries(Object(value))).get(key);
  return value;
}

describe('the OpenAPI description', () => {
  test('changes only where a reader of the diff sees it', async () => {
    await expect(`${JSON.stringify(description, null, 2)}\n`).toMatchFileSnapshot(
      '../snapshots/openapi.json',
    );
  });

  test("is served at /api/v1/openapi.json without a token, with this server's own address", async () => {
    const { server } = roles;
    const answer = await callServer(server.url, 'GET', '/api/v1/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual(
      JSON.parse(JSON.stringify(await describeApi({ version: '0.0.0-test', baseUrl: server.url }))),
    );
  });

  test('is OpenAPI 3.1 that hangs together: references resolve, parameters are declared, ids are unique', () => {
    expect(description['openapi']).toBe('3.1.0');
    const references = [...objectsIn(description)].flatMap(({ $ref }) =>
      typeof $ref === 'string' ? [$ref] : [],
    );
    expect(references.length).toBeGreaterThan(routes.length);
    expect(references.filter((reference) => at(reference) === undefined)).toEqual([]);
    const ids = [...objectsIn(description['paths'])].flatMap(({ operationId }) => operationId ?? []);
    expect(ids).toHaveLength(routes.length);
    expect(new Set(ids).size).toBe(routes.length);
  });

  test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s is described with its parameters, body, answers and errors',
    (_name, { method, path, body, query, bringsImage }) => {
      const paths = new Map(Object.entries(Object(description['paths'])));
      const item = new Map(Object.entries(Object(paths.get(path.replaceAll(/:(\w+)/g, '{$1}')))));
      const operation = item.get(method.toLowerCase());
      const declared = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => ({
        name,
        in: 'path',
        required: true,
      }));
      const asked = Object.keys(query.shape).map((name) => ({ name, in: 'query' }));
      expect(operation).toMatchObject({
        summary: expect.stringMatching(/\w/),
        parameters: expect.arrayContaining(
          [...declared, ...asked].map((entry) => expect.objectContaining(entry)),
        ),
        responses: { 401: {}, 403: {}, 404: {}, 429: {} },
      });
      expect(Object.hasOwn(Object(operation), 'requestBody')).toBe(
        bringsImage || Object.keys(body.shape).length > 0,
      );
    },
  );
});

describe('what is answered is what is described', () => {
  test('for every endpoint that reads', async () => {
    const id = await roles.published();
    await roles.as('approver', 'PATCH', `/documents/${id}`, { body: { content: 'Two\n', note: 'n' } });
    const queued = await roles.as('editor', 'PATCH', `/documents/${id}`, {
      body: { content: 'Three\n', tags: ['t'] },
    });
    await roles.as('approver', 'DELETE', `/documents/${await roles.published()}`);
    const request = String(queued.json['change_request_id']);
    roles.server.workspace.set({ training: true });
    const made = await roles.as('admin', 'POST', '/training/decks', { body: { doc_id: id } });
    const deck = String(made.json['id']);
    const body = { usernames: ['admin'] };
    await roles.as('admin', 'POST', `/training/decks/${deck}/assignments`, { body });
    const { attachment } = await roles.server.workspace.as('admin', addAttachment, {
      doc_id: id,
      data: png(),
    });
    for (const { method, path, answers } of routes) {
      if (method !== 'GET') continue;
      const target = path
        .replace('/change-requests/:id', `/change-requests/${request}`)
        .replace('/attachments/:id', `/attachments/${attachment.id}`)
        .replace(':id', id)
        .replace(':doc_id', id)
        .replace(':template', 'SOP')
        .replace(':deck_id', deck)
        .replace(/:version|:to/, '2');
      const needed = path === '/search' ? '?q=page' : path.endsWith('/diff') ? '?from=1' : '';
      const reader = path.startsWith('/training') ? 'admin' : 'approver';
      const answer = await roles.as(reader, 'GET', target + needed);
      expect([path, answer.status]).toEqual([path, 200]);
      expect([path, answers[200]?.schema.safeParse(answer.json).error?.issues ?? []]).toEqual([path, []]);
    }
  });
});
