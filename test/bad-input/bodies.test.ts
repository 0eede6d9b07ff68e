import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadRoutes } from '../../server/faces/rest/routes.ts';
import { startRoles, type Roles } from '../rest/roles.ts';
import { callServer, type Answer, type CallOptions } from '../rest/rest-server.ts';

const routes = await loadRoutes();

let roles: Roles;
let token: string;
let id: string;
let request: string;

beforeAll(async () => {
  roles = await startRoles();
  token = await roles.server.token('admin');
  id = await roles.published();
  const queued = await roles.as('editor', 'PATCH', `/documents/${id}`, { body: { title: 'Queued' } });
  request = String(queued.json['change_request_id']);
});
afterAll(() => roles.server.close());

const call = (method: string, path: string, options: CallOptions) =>
  callServer(roles.server.url, method, `/api/v1${path}`, { token, ...options });

/** Oracle for every bad request: 4xx, JSON that names the problem, nothing of the inside, nothing written. */
async function outcomeOf(send: () => Promise<Answer>) {
  const before = roles.server.commits;
  const { status, json, text } = await send();
  return {
    isRefused:
      status >= 400 && status < 500 && json['status'] === status && typeof json['error'] === 'string',
    message: String(json['message']),
    leaks: /node_modules|\.ts:|at \w+ \(|\/work\//.exec(text),
    written: roles.server.commits - before,
  };
}

/** A refusal whose message names the problem. */
function refusedBecause(problem: RegExp) {
  const message: unknown = expect.stringMatching(problem);
  return { isRefused: true, message, leaks: null, written: 0 };
}

const WRITES = [
  ['POST', () => '/documents'],
  ['PATCH', () => `/documents/${id}`],
  ['POST', () => '/notifications/read'],
  ['POST', () => `/documents/${id}/versions/1/restore`],
  ['DELETE', () => `/documents/${id}`],
  ['POST', () => `/documents/${id}/restore`],
  ['DELETE', () => `/trash/${id}`],
  ['POST', () => `/change-requests/${request}/withdraw`],
  ['POST', () => '/training/decks'],
  ['POST', () => '/training/decks/deck_00000000000x/assignments'],
] as const;

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const BODIES: [string, string | Uint8Array, RegExp][] = [
  ['cut off', '{"title": "x', /not valid JSON/],
  ['of single quotes', "{'title': 'x'}", /unexpected character at position 1/],
  ['with a trailing comma', '{"title": "x",}', /unexpected character/],
  ['of two objects', '{"title":"x"}{"title":"y"}', /unexpected character/],
  ['of a number', '42', /must be a JSON object/],
  ['of null', 'null', /must be a JSON object/],
  ['of an array', '[{"title":"x"}]', /must be a JSON object/],
  ['of text', '"title"', /must be a JSON object/],
  ['of white space', '   ', /ends too early/],
  ['with a key twice', '{"title":"x","title":"y"}', /"title" twice/],
  ['with __proto__', '{"title":"x","__proto__":{"role":"admin"}}', /forbidden key "__proto__"/],
  [
    'with constructor.prototype',
    '{"title":"x","constructor":{"prototype":{"a":1}}}',
    /forbidden key "constructor"/,
  ],
  ['33 levels deep', deep(33), /nested deeper than 32/],
  ['10,000 levels deep', deep(10_000), /nested deeper than 32/],
  ['of 100,000 open brackets', '['.repeat(100_000), /nested deeper than 32/],
  [
    'of 2,000 keys',
    `{${Array.from({ length: 2000 }, (_, key) => `"k${key}":1`).join(',')}}`,
    /more than 1000 keys/,
  ],
  ['of 20,000 items', `{"tags":[${'"a",'.repeat(20_000)}"a"]}`, /more than 10000 array items/],
  ['with half a surrogate pair', '{"title":"\\ud83d"}', /half a surrogate pair/],
  ['with NUL', '{"title":"a\\u0000b"}', /NUL/],
  ['with an endless number', '{"title":1e999}', /number out of range/],
  ['that is not UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), /not valid UTF-8/],
  ['in UTF-16', Buffer.from('{"title":"x"}', 'utf16le'), /not valid/],
  ['with a byte order mark', '\ufeff{"title":"x"}', /unexpected character at position 0/],
  ['with an unknown field', '{"surprise":1}', /surprise/],
];

describe.each(WRITES)('%s with a bad body is refused and nothing is written', (method, path) => {
  test.each(BODIES)('%s', async (_name, raw, problem) => {
    expect(await outcomeOf(() => call(method, path(), { raw }))).toEqual(refusedBecause(problem));
    expect(Object.hasOwn(Object.prototype, 'role')).toBe(false);
  });

  test.each([
    ['text/plain', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a JSON relative', { 'content-type': 'application/json-patch+json' }],
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }],
    ['no type', { 'content-type': '' }],
    ['gzip', { 'content-encoding': 'gzip' }],
    ['a broken encoding', { 'content-encoding': 'gzip, br, x' }],
    ['identity', { 'content-encoding': 'identity' }],
  ])('sent as %s → 415', async (_name, headers) => {
    const before = roles.server.commits;
    const answer = await call(method, path(), { raw: '{"title":"x"}', headers });
    expect(answer.json).toMatchObject({ error: 'unsupported_media_type', status: 415 });
    expect(answer.status).toBe(415);
    expect(roles.server.commits).toBe(before);
  });

  test('larger than 2 MiB → 413', async () => {
    const before = roles.server.commits;
    const answer = await call(method, path(), { raw: `{"title":"${'x'.repeat(2 * 1024 * 1024)}"}` });
    expect(answer.json).toMatchObject({ error: 'payload_too_large', status: 413 });
    expect(roles.server.commits).toBe(before);
  });
});

describe('wrong values for known fields', () => {
  test.each([
    ['title', ''],
    ['title', '   '],
    ['title', 'x'.repeat(301)],
    ['title', 'two\nlines'],
    ['title', 42],
    ['title', null],
    ['title', ['x']],
    ['title', { toString: 'x' }],
    ['content', 42],
    ['content', null],
    ['content', 'x'.repeat(2_000_001)],
    ['summary', 'x'.repeat(2001)],
    ['tags', 'a'],
    ['tags', [1]],
    ['tags', ['']],
    ['tags', ['x'.repeat(65)]],
    ['tags', Array.from({ length: 51 }, (_, index) => `t${index}`)],
    ['tags', { 0: 'a', length: 1 }],
    ['type', 'SOP'],
    ['type', 'page'],
    ['status', 'trashed'],
    ['status', true],
    ['parent', 7],
    ['parent', '../../etc/passwd'],
  ])('%s: %j', async (field, value) => {
    const problem = field === 'parent' ? /parent|document/ : new RegExp(field);
    const body = { space: 'handbook', title: 'X', [field]: value };
    expect(await outcomeOf(() => call('POST', '/documents', { body }))).toEqual(refusedBecause(problem));
    expect(await outcomeOf(() => call('PATCH', `/documents/${id}`, { body: { [field]: value } }))).toEqual(
      refusedBecause(problem),
    );
    expect(roles.server.workspace.store.tables.documents.get(id)).toMatchObject({
      title: 'A page',
      version: 1,
    });
  });

  test.each(['../handbook', 'HANDBOOK', 'hand book', '', 'x'.repeat(65), 'handbook/', '%2e', 7, null])(
    'space: %j',
    async (space) => {
      expect(await outcomeOf(() => call('POST', '/documents', { body: { space, title: 'X' } }))).toEqual(
        refusedBecause(/space/),
      );
    },
  );
});

describe('generated bodies', () => {
  const hostileText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '__proto__',
      '../../etc/passwd',
      '<script>',
      '\u202e',
      '%00',
      '\ufffd',
      '${7*7}',
      "'; DROP TABLE",
    ),
  );
  const anything = fc.anything({
    maxDepth: 3,
    key: hostileText,
    values: [hostileText, fc.integer(), fc.double()],
  });
  const fields = fc.constantFrom(
    'title',
    'content',
    'tags',
    'type',
    'status',
    'summary',
    'note',
    'parent',
    'ids',
    'id',
  );
  const bodies = fc.oneof(
    fc.dictionary(fc.oneof(fields, hostileText), anything).map((body) => JSON.stringify(body)),
    fc.json({ maxDepth: 5 }),
    hostileText,
  );
  const rows = routes.filter(({ method }) => method !== 'GET');

  test.each(rows.map((route) => [route.method, route.path] as const))(
    '%s %s never answers with a fault of ours',
    async (method, path) => {
      const target = path
        .replace('/change-requests/:id', `/change-requests/${request}`)
        .replace(':version', '1');
      const viewer = await roles.server.token('viewer');
      await fc.assert(
        fc.asyncProperty(
          bodies,
          fc.constantFrom(id, 'doc_00000000000x', '..%2f..', 'x'),
          async (raw, target_id) => {
            const before = roles.server.commits;
            const options = { raw: raw === '' ? ' ' : raw, token: viewer };
            const answer = await call(method, target.replace(':id', target_id), options);
            expect(answer.status).toBeLessThan(500);
            // A viewer's write can at most mark an own, empty inbox as read: whatever they send, nothing changes.
            expect(roles.server.commits).toBe(before);
          },
        ),
        { numRuns: 150 },
      );
    },
    60_000,
  );
});
