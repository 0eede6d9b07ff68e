import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveChangeRequest } from '../../server/operations/change-requests/approve.ts';
import { startRest, type Answer, type RestServer } from './rest-server.ts';

let server: RestServer;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startRest();
  for (const role of ['viewer', 'editor', 'approver', 'admin']) tokens[role] = await server.token(role);
});
afterAll(() => server.close());

type Send = { body?: unknown; headers?: Record<string, string> };
const as = (role: string, method: string, path: string, send: Send = {}) =>
  server.call(method, `/api/v1${path}`, { token: tokens[role], ...send });

async function aDocument(fields: object = {}, role = 'approver'): Promise<string> {
  const answer = await as(role, 'POST', '/documents', {
    body: { space: 'handbook', title: 'A page', content: 'One\n', ...fields },
  });
  expect(answer.status).toBe(201);
  return String(answer.json['id']);
}

const published = (fields: object = {}) => aDocument({ status: 'published', ...fields });

function expectError(answer: Answer, status: number, code: string): void {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.json).toMatchObject({ error: code, status, message: expect.stringMatching(/\w/) });
  expect(answer.status).toBe(status);
}

describe('GET /me', () => {
  test('"The acting user, their role and the token\'s scopes"', async () => {
    const answer = await as('editor', 'GET', '/me');
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      username: 'editor',
      role: 'editor',
      training_manager: false,
      scopes: ['read', 'write'],
      token: { name: 'token of editor', expires_at: null, last_used_at: '2026-03-01T09:00:00.000Z' },
      workspace: { approval_mode: 'strict', version: '0.0.0-test' },
    });
  });
});

describe('GET /spaces', () => {
  test('"Spaces visible to the user, with slug, visibility and document count"', async () => {
    const { json } = await as('viewer', 'GET', '/spaces');
    expect(json).toMatchObject({
      items: [{ slug: 'handbook', visibility: 'workspace', can_edit: false }],
      total: 1,
    });
  });
});

describe('GET /documents', () => {
  test('is "{items, total, limit, offset}", "newest first", "items omit content"', async () => {
    await published({ title: 'Older' });
    server.workspace.clock.advance(1000);
    await published({ title: 'Newer' });
    const { status, json } = await as('viewer', 'GET', '/documents?limit=2');
    expect(status).toBe(200);
    expect(json).toMatchObject({ items: [{ title: 'Newer' }, { title: 'Older' }], limit: 2, offset: 0 });
    expect(JSON.stringify(json)).not.toContain('"content"');
    const next = await as('viewer', 'GET', '/documents?limit=1&offset=1&space=handbook&status=published');
    expect(next.json).toMatchObject({
      items: [{ title: 'Older' }],
      limit: 1,
      offset: 1,
      total: json['total'],
    });
  });

  test('"drafts visible to editors and up"', async () => {
    await aDocument({ title: 'Secret plan' }, 'editor');
    expect((await as('viewer', 'GET', '/documents?status=draft')).json).toMatchObject({
      items: [],
      total: 0,
    });
    expect((await as('editor', 'GET', '/documents?status=draft')).text).toContain('Secret plan');
  });

  test('`limit` above 100 is answered with 100, and the reply says so; it is 25 without', async () => {
    expect((await as('viewer', 'GET', '/documents?limit=101')).json).toMatchObject({ limit: 100 });
    expect((await as('viewer', 'GET', '/documents?limit=999999')).json).toMatchObject({ limit: 100 });
    expect((await as('viewer', 'GET', '/documents')).json).toMatchObject({ limit: 25, offset: 0 });
  });

  test.each([
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=abc',
    'limit=',
    'limit=1e2',
    'limit=0x10',
    'limit=NaN',
    'limit=Infinity',
    'limit=%2010',
    'limit[]=5',
    'limit=5&limit=6',
    'offset=-1',
    'offset=1.5',
    'offset=x',
    'status=trashed',
    'status=',
    'space=Not%20A%20Slug',
    'type=none',
    'colour=red',
    'Limit=5',
    '__proto__=1',
    'tag=%00',
    'tag=%ff',
    'tag=%',
  ])('?%s is a bad request that names the problem', async (query) => {
    const answer = await as('viewer', 'GET', `/documents?${query}`);
    expectError(answer, 400, 'bad_request');
    const name = /^\w+/.exec(query)?.[0] ?? '';
    expect(answer.text.includes(name) || answer.text.includes('percent-encoding')).toBe(true);
  });

  test('an unknown space answers like a hidden one: 404', async () => {
    expectError(await as('viewer', 'GET', '/documents?space=nowhere'), 404, 'not_found');
  });
});

describe('POST /documents', () => {
  test('answers 201 with the bare document, its Location and its ETag; "New documents are drafts by default"', async () => {
    const answer = await as('editor', 'POST', '/documents', {
      body: { space: 'handbook', title: 'New', content: '# Hi', tags: ['a'], summary: 'Short', type: 'sop' },
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      space: 'handbook',
      title: 'New',
      content: '# Hi',
      tags: ['a'],
      summary: 'Short',
      type: 'sop',
      status: 'draft',
      version: 1,
      author: { username: 'editor' },
      updated_by: { via: 'rest', client: 'token of editor' },
    });
    expect(answer.headers['etag']).toBe('"v1"');
    expect(answer.headers['location']).toBe(`${server.url}/api/v1/documents/${String(answer.json['id'])}`);
    expect(answer.json['url']).toBe(`${server.url}/documents/${String(answer.json['id'])}`);
    const found = await server.call('GET', new URL(answer.headers['location'] ?? '').pathname, {
      token: tokens['viewer'],
    });
    expect(found.status).toBe(404);
  });

  test('"type: Default `knowledge`"; a parent nests the page', async () => {
    const parent = await aDocument({}, 'editor');
    const child = await as('editor', 'POST', '/documents', {
      body: { space: 'handbook', title: 'Child', parent },
    });
    expect(child.json).toMatchObject({ type: 'knowledge', parent, content: '' });
  });

  test('"Caller may publish": an approver\'s document is published at once', async () => {
    const answer = await as('approver', 'POST', '/documents', {
      body: { space: 'handbook', title: 'Live', status: 'published' },
    });
    expect(answer.json).toMatchObject({ status: 'published' });
    expect(answer.json).not.toHaveProperty('note');
  });

  test('editor in strict mode: 201, a draft, and "a note that publishing goes through review"', async () => {
    const answer = await as('editor', 'POST', '/documents', {
      body: { space: 'handbook', title: 'Wish', status: 'published' },
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      status: 'draft',
      note: expect.stringContaining('review'),
      change_request_id: expect.stringMatching(/^cr_/),
    });
  });

  test('requires `space` and `title`, and says so', async () => {
    const answer = await as('editor', 'POST', '/documents', { body: {} });
    expectError(answer, 400, 'bad_request');
    expect(answer.json['message']).toMatch(/space.*title/s);
    expectError(await as('editor', 'POST', '/documents'), 400, 'bad_request');
  });

  test.each([
    'id',
    'author',
    'role',
    'isAdmin',
    'approved',
    'created_at',
    'version',
    'note',
    'space_id',
    'trashed',
  ])('refuses the field %s by name', async (field) => {
    const answer = await as('editor', 'POST', '/documents', {
      body: { space: 'handbook', title: 'X', [field]: true },
    });
    expectError(answer, 400, 'bad_request');
    expect(answer.json['message']).toContain(field);
  });

  test('a viewer is refused: "Needs the editor role"', async () => {
    const answer = await as('viewer', 'POST', '/documents', { body: { space: 'handbook', title: 'X' } });
    expectError(answer, 403, 'forbidden');
  });
});

describe('GET /documents/:id', () => {
  test('is one bare document including `content`, with its version as ETag', async () => {
    const id = await published({ content: 'Whole text\n' });
    const answer = await as('viewer', 'GET', `/documents/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ id, content: 'Whole text\n', version: 1 });
    expect(answer.headers['etag']).toBe('"v1"');
  });

  test('If-None-Match: 304 without a body while unchanged, 200 afterwards', async () => {
    const id = await published();
    for (const tag of ['"v1"', 'W/"v1"', '"v7", "v1"', '*']) {
      const answer = await as('viewer', 'GET', `/documents/${id}`, { headers: { 'if-none-match': tag } });
      expect([answer.status, answer.text, answer.headers['etag']]).toEqual([304, '', '"v1"']);
    }
    await as('approver', 'PATCH', `/documents/${id}`, { body: { title: 'Changed' } });
    const after = await as('viewer', 'GET', `/documents/${id}`, { headers: { 'if-none-match': '"v1"' } });
    expect(after.status).toBe(200);
  });

  test('HEAD answers as GET does, without the body', async () => {
    const id = await published();
    const get = await as('viewer', 'GET', `/documents/${id}`);
    const head = await as('viewer', 'HEAD', `/documents/${id}`);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['etag']).toBe('"v1"');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  test('"documents outside the user\'s space scope": hidden, random and malformed ids answer alike', async () => {
    server.workspace.addSpace('board', { visibility: 'private', members: { approver: 'edit' } });
    const hidden = await published({ space: 'board' });
    const answers = await Promise.all(
      [hidden, 'doc_00000000000x', 'x', '%2e%2e', 'doc_%00', '1;drop', '%F0%9F%98%80'].map((id) =>
        as('viewer', 'GET', `/documents/${id}`),
      ),
    );
    for (const answer of answers) {
      expectError(answer, 404, 'not_found');
      expect(answer.text).toBe(answers[0]?.text);
    }
  });
});

describe('PATCH /documents/:id', () => {
  test('answers 200 with the updated bare document and its new ETag; `note` is the version note', async () => {
    const id = await published();
    const answer = await as('approver', 'PATCH', `/documents/${id}`, {
      body: { title: 'T', content: 'C', summary: 'S', tags: ['x', 'x'], type: 'policy', note: 'Why' },
    });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      id,
      title: 'T',
      content: 'C',
      summary: 'S',
      tags: ['x'],
      type: 'policy',
      version: 2,
    });
    expect(answer.headers['etag']).toBe('"v2"');
    const versions = await as('approver', 'GET', `/documents/${id}/versions`);
    expect(versions.json).toMatchObject({ items: [{ version: 2, note: 'Why' }, { version: 1 }], total: 2 });
  });

  test('a value-identical PATCH answers 200 and makes no new version', async () => {
    const id = await published();
    const before = server.commits;
    const answer = await as('approver', 'PATCH', `/documents/${id}`, {
      body: { title: 'A page', content: 'One\n' },
    });
    expect([answer.status, answer.json['version'], server.commits]).toEqual([200, 1, before]);
  });

  test('"touching a published document, token\'s user cannot publish": 202, pending, live content unchanged', async () => {
    const id = await published();
    const answer = await as('editor', 'PATCH', `/documents/${id}`, { body: { content: 'Two\n' } });
    expect(answer.status).toBe(202);
    expect(Object.keys(answer.json).toSorted()).toEqual(['change_request_id', 'message', 'pending']);
    expect(answer.json).toMatchObject({ pending: true, change_request_id: expect.stringMatching(/^cr_/) });
    expect((await as('viewer', 'GET', `/documents/${id}`)).json).toMatchObject({
      content: 'One\n',
      version: 1,
    });
    const request = await server.call('GET', new URL(answer.headers['location'] ?? '').pathname, {
      token: tokens['editor'],
    });
    expect(request.json).toMatchObject({
      id: answer.json['change_request_id'],
      state: 'pending',
      content: 'Two\n',
    });
  });

  test('an empty PATCH is a bad request', async () => {
    const id = await published();
    expectError(await as('approver', 'PATCH', `/documents/${id}`, { body: {} }), 400, 'bad_request');
    expectError(await as('approver', 'PATCH', `/documents/${id}`), 400, 'bad_request');
    expectError(
      await as('approver', 'PATCH', `/documents/${id}`, { body: { note: 'x' } }),
      400,
      'bad_request',
    );
  });

  test('`space` is refused with a hint how to move, other fields by name', async () => {
    const id = await published();
    const moved = await as('approver', 'PATCH', `/documents/${id}`, {
      body: { title: 'X', space: 'handbook' },
    });
    expectError(moved, 400, 'bad_request');
    expect(moved.json['hint']).toContain('update_doc');
    for (const field of ['id', 'author', 'version', 'expected_version', 'role', 'space_id', 'updated_at']) {
      const answer = await as('approver', 'PATCH', `/documents/${id}`, { body: { title: 'X', [field]: 1 } });
      expectError(answer, 400, 'bad_request');
      expect(answer.json['message']).toContain(field);
    }
    expect((await as('viewer', 'GET', `/documents/${id}`)).json).toMatchObject({
      title: 'A page',
      version: 1,
    });
  });

  test('If-Match: the right version is changed, another is 412 with the current version, nonsense is 400', async () => {
    const id = await published();
    const patch = (tag: string, title: string) =>
      as('approver', 'PATCH', `/documents/${id}`, { body: { title }, headers: { 'if-match': tag } });
    expect((await patch('"v1"', 'Two')).status).toBe(200);
    const late = await patch('"v1"', 'Three');
    expectError(late, 412, 'version_conflict');
    expect(late.json).toMatchObject({ current_version: 2 });
    expect((await patch('*', 'Four')).json).toMatchObject({ version: 3 });
    expect((await patch('W/"v3"', 'Five')).json).toMatchObject({ version: 4 });
    for (const tag of ['v4', '4', '"4"', '"v4", "v5"', '"v0"', '""'])
      expectError(await patch(tag, 'X'), 400, 'bad_request');
  });
});

describe('DELETE /documents/:id and the Trash', () => {
  test('"Moves the document to the Trash": 200 {id, trashed, deleted_at, purge_at}, then 404; restorable', async () => {
    const id = await published();
    const answer = await as('approver', 'DELETE', `/documents/${id}`);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json).toSorted()).toEqual(['deleted_at', 'id', 'purge_at', 'trashed']);
    expect(answer.json).toMatchObject({ id, trashed: true });
    const days =
      (Date.parse(String(answer.json['purge_at'])) - Date.parse(String(answer.json['deleted_at']))) /
      86_400_000;
    expect(days).toBe(30);
    expectError(await as('approver', 'GET', `/documents/${id}`), 404, 'not_found');
    expectError(await as('approver', 'DELETE', `/documents/${id}`), 404, 'not_found');
    expect((await as('editor', 'GET', '/trash')).json).toMatchObject({
      items: [{ id, deleted_by: { username: 'approver' } }],
    });
    const restored = await as('approver', 'POST', `/documents/${id}/restore`);
    expect(restored.json).toMatchObject({ id, content: 'One\n', status: 'published' });
    expect(restored.headers['etag']).toBe('"v1"');
    expect((await as('viewer', 'GET', `/documents/${id}`)).status).toBe(200);
  });

  test('a published document "needs the publish right, else 403"; a draft does not', async () => {
    const id = await published();
    expectError(await as('editor', 'DELETE', `/documents/${id}`), 403, 'forbidden');
    expect((await as('editor', 'DELETE', `/documents/${await aDocument({}, 'editor')}`)).status).toBe(200);
  });

  test('If-Match guards it', async () => {
    const id = await published();
    const late = await as('approver', 'DELETE', `/documents/${id}`, { headers: { 'if-match': '"v9"' } });
    expectError(late, 412, 'version_conflict');
    expect(
      (await as('approver', 'DELETE', `/documents/${id}`, { headers: { 'if-match': '"v1"' } })).status,
    ).toBe(200);
  });

  test('DELETE /trash/:id is for admins, and for ever', async () => {
    const id = await published();
    await as('approver', 'DELETE', `/documents/${id}`);
    expectError(await as('approver', 'DELETE', `/trash/${id}`), 403, 'forbidden');
    const answer = await as('admin', 'DELETE', `/trash/${id}`);
    expect([answer.status, answer.json]).toEqual([200, { id, deleted: true }]);
    expectError(await as('approver', 'POST', `/documents/${id}/restore`), 404, 'not_found');
  });
});

describe('versions', () => {
  test('are listed, read, compared and restored as a new version that obeys approval', async () => {
    const id = await published();
    await as('approver', 'PATCH', `/documents/${id}`, { body: { content: 'Two\n' } });
    expect((await as('editor', 'GET', `/documents/${id}/versions?limit=1`)).json).toMatchObject({
      items: [{ version: 2, by: { username: 'approver', via: 'rest' } }],
      total: 2,
      limit: 1,
    });
    expect((await as('editor', 'GET', `/documents/${id}/versions/1`)).json).toMatchObject({
      version: 1,
      content: 'One\n',
    });
    const diff = await as('editor', 'GET', `/documents/${id}/versions/2/diff?from=1`);
    expect(diff.json).toMatchObject({ from: 1, to: 2, diff: expect.stringMatching(/-One\n\+Two/) });
    const queued = await as('editor', 'POST', `/documents/${id}/versions/1/restore`, {
      body: { note: 'Back' },
    });
    expect([queued.status, queued.json['pending']]).toEqual([202, true]);
    const restored = await as('approver', 'POST', `/documents/${id}/versions/1/restore`);
    expect([restored.status, restored.headers['etag']]).toEqual([200, '"v3"']);
    expect(restored.json).toMatchObject({ content: 'One\n', version: 3 });
  });

  test.each(['0', '-1', 'x', '1.5', '1e0', '%31e', ''])('version "%s" is refused', async (number) => {
    const id = await published();
    const answer = await as('editor', 'GET', `/documents/${id}/versions/${number}`);
    expect([400, 404]).toContain(answer.status);
    expect(answer.json['error']).toMatch(/bad_request|not_found/);
  });

  test('a comparison needs `from`; an unknown version is 404', async () => {
    const id = await published();
    expectError(await as('editor', 'GET', `/documents/${id}/versions/1/diff`), 400, 'bad_request');
    expectError(await as('editor', 'GET', `/documents/${id}/versions/9`), 404, 'not_found');
    expectError(await as('editor', 'GET', `/documents/${id}/versions/1/diff?from=9`), 404, 'not_found');
  });
});

describe('change requests and notifications', () => {
  test('are listed, read and withdrawn by their author; REST never approves or rejects', async () => {
    const id = await published();
    const queued = await as('editor', 'PATCH', `/documents/${id}`, { body: { title: 'Better' } });
    const request = String(queued.json['change_request_id']);
    expect((await as('editor', 'GET', '/change-requests?state=pending&limit=100')).text).toContain(request);
    expect((await as('approver', 'GET', `/change-requests/${request}`)).json).toMatchObject({
      proposed: { title: 'Better' },
    });
    expectError(await as('viewer', 'GET', `/change-requests/${request}`), 404, 'not_found');
    for (const decision of ['approve', 'reject']) {
      expectError(await as('admin', 'POST', `/change-requests/${request}/${decision}`), 404, 'not_found');
    }
    expectError(await as('approver', 'POST', `/change-requests/${request}/withdraw`), 403, 'forbidden');
    const withdrawn = await as('editor', 'POST', `/change-requests/${request}/withdraw`);
    expect([withdrawn.status, withdrawn.json['state']]).toEqual([200, 'withdrawn']);
    expectError(await as('editor', 'POST', `/change-requests/${request}/withdraw`), 409, 'conflict');
  });

  test("an approval reaches the author's inbox, which is read and marked", async () => {
    const id = await published();
    const queued = await as('editor', 'PATCH', `/documents/${id}`, { body: { title: 'Best' } });
    await server.workspace.as('approver', approveChangeRequest, { id: queued.json['change_request_id'] });
    const inbox = await as('editor', 'GET', '/notifications');
    expect(inbox.json).toMatchObject({ items: [{ kind: 'request_approved', read_at: null }], unread: 1 });
    expect((await as('editor', 'POST', '/notifications/read')).json).toEqual({ marked: 1 });
    expect((await as('editor', 'GET', '/notifications')).json).toMatchObject({ unread: 0 });
  });
});

describe('GET /search', () => {
  test('finds with operators; a missing or empty `q` is 400', async () => {
    await published({ title: 'Pump inspection', type: 'sop', tags: ['pumps'] });
    const found = await as(
      'viewer',
      'GET',
      `/search?q=${encodeURIComponent('inspection type:sop tag:pumps')}&limit=5`,
    );
    expect(found.json).toMatchObject({
      items: [{ title: 'Pump inspection', type: 'sop', space: 'handbook', match: 'keyword' }],
      total: 1,
      limit: 5,
      offset: 0,
    });
    expectError(await as('viewer', 'GET', '/search'), 400, 'bad_request');
    expectError(await as('viewer', 'GET', '/search?q='), 400, 'bad_request');
  });

  test('a viewer never finds a draft: `status:draft` is empty for them', async () => {
    await aDocument({ title: 'Hidden draft' }, 'editor');
    expect((await as('viewer', 'GET', '/search?q=hidden+status:draft')).json).toMatchObject({
      items: [],
      total: 0,
    });
    expect((await as('editor', 'GET', '/search?q=hidden+status:draft')).json).toMatchObject({ total: 1 });
  });
});
