import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusal, startRoles, type Roles } from './roles.ts';

let roles: Roles;
beforeAll(async () => {
  roles = await startRoles();
});
afterAll(() => roles.server.close());

const as: Roles['as'] = (...call) => roles.as(...call);

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
      workspace: { approval_mode: 'strict', training: false, version: '0.0.0-test' },
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
    await roles.published({ title: 'Older' });
    roles.server.workspace.clock.advance(1000);
    await roles.published({ title: 'Newer' });
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

  test.each(['plain', 'Zoë', '文書', '🙂'])('with %s in it arrives as it was written', async (title) => {
    roles.server.workspace.clock.advance(1000);
    await roles.published({ title });
    const { json, text, headers } = await as('viewer', 'GET', '/documents?limit=1');
    expect(json).toMatchObject({ items: [{ title }] });
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
  });

  test('of somebody who has changed their name: the new one, in a list that was answered before', async () => {
    await roles.published({ title: 'By somebody' });
    const list = async () => (await as('viewer', 'GET', '/documents?limit=1')).text;
    expect(await list()).not.toContain('Zoë 文');
    const { store, services } = roles.server.workspace;
    const author = services.views.userByName('approver');
    if (!author) throw new Error('There is no approver.');
    const tx = store.begin();
    tx.users.put({ ...author, name: 'Zoë 文' });
    await tx.commit();
    expect(await list()).toContain('Zoë 文');
  });

  test('"drafts visible to editors and up"', async () => {
    await roles.draft({ title: 'Secret plan' }, 'editor');
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
    expect(answer).toMatchObject(refusal(400, 'bad_request'));
    const name = /^\w+/.exec(query)?.[0] ?? '';
    expect(answer.text.includes(name) || answer.text.includes('percent-encoding')).toBe(true);
  });

  test('an unknown space answers like a hidden one: 404', async () => {
    expect(await as('viewer', 'GET', '/documents?space=nowhere')).toMatchObject(refusal(404, 'not_found'));
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
    expect(answer.headers['location']).toBe(
      `${roles.server.url}/api/v1/documents/${String(answer.json['id'])}`,
    );
    expect(answer.json['url']).toBe(`${roles.server.url}/documents/${String(answer.json['id'])}`);
    expect(await as('viewer', 'GET', `/documents/${String(answer.json['id'])}`)).toMatchObject({
      status: 404,
    });
  });

  test('"type: Default `knowledge`"; a parent nests the page', async () => {
    const parent = await roles.draft({}, 'editor');
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
    expect(answer).toMatchObject(refusal(400, 'bad_request'));
    expect(answer.json['message']).toMatch(/space.*title/s);
    expect(await as('editor', 'POST', '/documents')).toMatchObject(refusal(400, 'bad_request'));
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
    expect(answer).toMatchObject(refusal(400, 'bad_request'));
    expect(answer.json['message']).toContain(field);
  });

  test('a viewer is refused: "Needs the editor role"', async () => {
    const answer = await as('viewer', 'POST', '/documents', { body: { space: 'handbook', title: 'X' } });
    expect(answer).toMatchObject(refusal(403, 'forbidden'));
  });
});

describe('GET /documents/:id', () => {
  test('is one bare document including `content`, with its version as ETag', async () => {
    const id = await roles.published({ content: 'Whole text\n' });
    const answer = await as('viewer', 'GET', `/documents/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ id, content: 'Whole text\n', version: 1 });
    expect(answer.headers['etag']).toBe('"v1"');
  });

  test('If-None-Match: 304 without a body while unchanged, 200 afterwards', async () => {
    const id = await roles.published();
    for (const tag of ['"v1"', 'W/"v1"', '"v7", "v1"', '*']) {
      const answer = await as('viewer', 'GET', `/documents/${id}`, { headers: { 'if-none-match': tag } });
      expect([answer.status, answer.text, answer.headers['etag']]).toEqual([304, '', '"v1"']);
    }
    await as('approver', 'PATCH', `/documents/${id}`, { body: { title: 'Changed' } });
    const after = await as('viewer', 'GET', `/documents/${id}`, { headers: { 'if-none-match': '"v1"' } });
    expect(after.status).toBe(200);
  });

  test('`include=similar` adds the documents most like it, and then no ETag speaks for the whole answer', async () => {
    const id = await roles.published();
    const answer = await as('viewer', 'GET', `/documents/${id}?include=similar`, {
      headers: { 'if-none-match': '"v1"' },
    });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ id, similar: [] });
    expect(answer.headers).not.toHaveProperty('etag');
    expect((await as('viewer', 'GET', `/documents/${id}`)).json).not.toHaveProperty('similar');
    expect(await as('viewer', 'GET', `/documents/${id}?include=all`)).toMatchObject(
      refusal(400, 'bad_request'),
    );
  });

  test('HEAD answers as GET does, without the body', async () => {
    const id = await roles.published();
    const get = await as('viewer', 'GET', `/documents/${id}`);
    const head = await as('viewer', 'HEAD', `/documents/${id}`);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['etag']).toBe('"v1"');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  test('"documents outside the user\'s space scope": hidden, random and malformed ids answer alike', async () => {
    roles.server.workspace.addSpace('board', { visibility: 'private', members: { approver: 'edit' } });
    const hidden = await roles.published({ space: 'board' });
    const answers = await Promise.all(
      [hidden, 'doc_00000000000x', 'x', '%2e%2e', 'doc_%00', '1;drop', '%F0%9F%98%80'].map((id) =>
        as('viewer', 'GET', `/documents/${id}`),
      ),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject(refusal(404, 'not_found'));
      expect(answer.text).toBe(answers[0]?.text);
    }
  });
});
