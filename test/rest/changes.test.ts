import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveChangeRequest } from '../../server/operations/change-requests/approve.ts';
import { refusal, startRoles, type Roles } from './roles.ts';

let roles: Roles;
beforeAll(async () => {
  roles = await startRoles();
});
afterAll(() => roles.server.close());

const as: Roles['as'] = (...call) => roles.as(...call);

describe('PATCH /documents/:id', () => {
  test('answers 200 with the updated bare document and its new ETag; `note` is the version note', async () => {
    const id = await roles.published();
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
    const id = await roles.published();
    const before = roles.server.commits;
    const answer = await as('approver', 'PATCH', `/documents/${id}`, {
      body: { title: 'A page', content: 'One\n' },
    });
    expect([answer.status, answer.json['version'], roles.server.commits]).toEqual([200, 1, before]);
  });

  test('"touching a published document, token\'s user cannot publish": 202, pending, live content unchanged', async () => {
    const id = await roles.published();
    const answer = await as('editor', 'PATCH', `/documents/${id}`, { body: { content: 'Two\n' } });
    expect(answer.status).toBe(202);
    expect(Object.keys(answer.json).toSorted()).toEqual(['change_request_id', 'message', 'pending']);
    expect(answer.json).toMatchObject({ pending: true, change_request_id: expect.stringMatching(/^cr_/) });
    expect((await as('viewer', 'GET', `/documents/${id}`)).json).toMatchObject({
      content: 'One\n',
      version: 1,
    });
    const location = new URL(answer.headers['location'] ?? '').pathname.replace('/api/v1', '');
    const request = await as('editor', 'GET', location);
    expect(request.json).toMatchObject({
      id: answer.json['change_request_id'],
      state: 'pending',
      content: 'Two\n',
    });
  });

  test('an empty PATCH is a bad request that names what can be changed here', async () => {
    const id = await roles.published();
    const empty = await as('approver', 'PATCH', `/documents/${id}`, { body: {} });
    expect(empty).toMatchObject(refusal(400, 'bad_request'));
    expect(empty.json['hint']).toBe('Fields: title, content, summary, tags, type, status, parent.');
    expect(await as('approver', 'PATCH', `/documents/${id}`)).toMatchObject(refusal(400, 'bad_request'));
    expect(await as('approver', 'PATCH', `/documents/${id}`, { body: { note: 'x' } })).toMatchObject(
      refusal(400, 'bad_request'),
    );
  });

  test('`space` is refused with a hint how to move, other fields by name', async () => {
    const id = await roles.published();
    const moved = await as('approver', 'PATCH', `/documents/${id}`, {
      body: { title: 'X', space: 'handbook' },
    });
    expect(moved).toMatchObject(refusal(400, 'bad_request'));
    expect(moved.json['hint']).toContain('update_doc');
    for (const field of ['id', 'author', 'version', 'expected_version', 'role', 'space_id', 'updated_at']) {
      const answer = await as('approver', 'PATCH', `/documents/${id}`, { body: { title: 'X', [field]: 1 } });
      expect(answer).toMatchObject(refusal(400, 'bad_request'));
      expect(answer.json['message']).toContain(field);
    }
    expect((await as('viewer', 'GET', `/documents/${id}`)).json).toMatchObject({
      title: 'A page',
      version: 1,
    });
  });

  test('If-Match: the right version is changed, another is 412 with the current version, nonsense is 400', async () => {
    const id = await roles.published();
    const patch = (tag: string, title: string) =>
      as('approver', 'PATCH', `/documents/${id}`, { body: { title }, headers: { 'if-match': tag } });
    expect((await patch('"v1"', 'Two')).status).toBe(200);
    const late = await patch('"v1"', 'Three');
    expect(late).toMatchObject(refusal(412, 'version_conflict'));
    expect(late.json).toMatchObject({ current_version: 2 });
    expect((await patch('*', 'Four')).json).toMatchObject({ version: 3 });
    expect((await patch('W/"v3"', 'Five')).json).toMatchObject({ version: 4 });
    for (const tag of ['v4', '4', '"4"', '"v4", "v5"', '"v0"', '""', ''])
      expect(await patch(tag, 'X')).toMatchObject(refusal(400, 'bad_request'));
  });
});

describe('DELETE /documents/:id and the Trash', () => {
  test('"Moves the document to the Trash": 200 {id, trashed, deleted_at, purge_at}, then 404; restorable', async () => {
    const id = await roles.published();
    const answer = await as('approver', 'DELETE', `/documents/${id}`);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json).toSorted()).toEqual(['deleted_at', 'id', 'purge_at', 'trashed']);
    expect(answer.json).toMatchObject({ id, trashed: true });
    const days =
      (Date.parse(String(answer.json['purge_at'])) - Date.parse(String(answer.json['deleted_at']))) /
      86_400_000;
    expect(days).toBe(30);
    expect(await as('approver', 'GET', `/documents/${id}`)).toMatchObject(refusal(404, 'not_found'));
    expect(await as('approver', 'DELETE', `/documents/${id}`)).toMatchObject(refusal(404, 'not_found'));
    expect((await as('editor', 'GET', '/trash')).json).toMatchObject({
      items: [{ id, deleted_by: { username: 'approver' } }],
    });
    const restored = await as('approver', 'POST', `/documents/${id}/restore`);
    expect(restored.json).toMatchObject({ id, content: 'One\n', status: 'published' });
    expect(restored.headers['etag']).toBe('"v1"');
    expect((await as('viewer', 'GET', `/documents/${id}`)).status).toBe(200);
  });

  test('a published document "needs the publish right, else 403"; a draft does not', async () => {
    const id = await roles.published();
    const refused = await as('editor', 'DELETE', `/documents/${id}`);
    expect(refused).toMatchObject(refusal(403, 'forbidden'));
    expect(refused.json['message']).toMatch(/trashing .* is for approvers/);
    expect((await as('editor', 'DELETE', `/documents/${await roles.draft({}, 'editor')}`)).status).toBe(200);
  });

  test('If-Match guards it', async () => {
    const id = await roles.published();
    const late = await as('approver', 'DELETE', `/documents/${id}`, { headers: { 'if-match': '"v9"' } });
    expect(late).toMatchObject(refusal(412, 'version_conflict'));
    const empty = await as('approver', 'DELETE', `/documents/${id}`, { headers: { 'if-match': '' } });
    expect(empty).toMatchObject(refusal(400, 'bad_request'));
    expect(
      (await as('approver', 'DELETE', `/documents/${id}`, { headers: { 'if-match': '"v1"' } })).status,
    ).toBe(200);
  });

  test('DELETE /trash/:id is for admins, and for ever', async () => {
    const id = await roles.published();
    await as('approver', 'DELETE', `/documents/${id}`);
    expect(await as('approver', 'DELETE', `/trash/${id}`)).toMatchObject(refusal(403, 'forbidden'));
    const answer = await as('admin', 'DELETE', `/trash/${id}`);
    expect([answer.status, answer.json]).toEqual([200, { id, deleted: true }]);
    expect(await as('approver', 'POST', `/documents/${id}/restore`)).toMatchObject(refusal(404, 'not_found'));
  });
});

describe('versions', () => {
  test('are listed, read, compared and restored as a new version that obeys approval', async () => {
    const id = await roles.published();
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
    const id = await roles.published();
    const answer = await as('editor', 'GET', `/documents/${id}/versions/${number}`);
    expect([400, 404]).toContain(answer.status);
    expect(answer.json['error']).toMatch(/bad_request|not_found/);
  });

  test('a comparison without `from` is with the version before, of the first with nothing; an unknown version is 404', async () => {
    const id = await roles.published();
    await as('approver', 'PATCH', `/documents/${id}`, { body: { content: 'Two\n' } });
    const second = await as('editor', 'GET', `/documents/${id}/versions/2/diff`);
    expect(second.json).toMatchObject({ from: 1, to: 2, diff: expect.stringMatching(/-One\n\+Two/) });
    const first = await as('editor', 'GET', `/documents/${id}/versions/1/diff`);
    expect(first.json).toMatchObject({ from: null, to: 1, diff: expect.stringContaining('\n+One\n') });
    expect(await as('editor', 'GET', `/documents/${id}/versions/9`)).toMatchObject(refusal(404, 'not_found'));
    expect(await as('editor', 'GET', `/documents/${id}/versions/1/diff?from=9`)).toMatchObject(
      refusal(404, 'not_found'),
    );
  });
});

describe('change requests and notifications', () => {
  test('are listed, read and withdrawn by their author; REST never approves or rejects', async () => {
    const id = await roles.published();
    const queued = await as('editor', 'PATCH', `/documents/${id}`, { body: { title: 'Better' } });
    const request = String(queued.json['change_request_id']);
    expect((await as('editor', 'GET', '/change-requests?state=pending&limit=100')).text).toContain(request);
    expect((await as('approver', 'GET', `/change-requests/${request}`)).json).toMatchObject({
      proposed: { title: 'Better' },
    });
    expect(await as('viewer', 'GET', `/change-requests/${request}`)).toMatchObject(refusal(404, 'not_found'));
    for (const decision of ['approve', 'reject']) {
      expect(await as('admin', 'POST', `/change-requests/${request}/${decision}`)).toMatchObject(
        refusal(404, 'not_found'),
      );
    }
    expect(await as('approver', 'POST', `/change-requests/${request}/withdraw`)).toMatchObject(
      refusal(403, 'forbidden'),
    );
    const withdrawn = await as('editor', 'POST', `/change-requests/${request}/withdraw`);
    expect([withdrawn.status, withdrawn.json['state']]).toEqual([200, 'withdrawn']);
    expect(await as('editor', 'POST', `/change-requests/${request}/withdraw`)).toMatchObject(
      refusal(409, 'conflict'),
    );
  });

  test("an approval reaches the author's inbox, which is read and marked", async () => {
    const id = await roles.published();
    const queued = await as('editor', 'PATCH', `/documents/${id}`, { body: { title: 'Best' } });
    await roles.server.workspace.as('approver', approveChangeRequest, {
      id: queued.json['change_request_id'],
    });
    const inbox = await as('editor', 'GET', '/notifications');
    expect(inbox.json).toMatchObject({ items: [{ kind: 'request_approved', read_at: null }], unread: 1 });
    expect((await as('editor', 'POST', '/notifications/read')).json).toEqual({ marked: 1 });
    expect((await as('editor', 'GET', '/notifications')).json).toMatchObject({ unread: 0 });
  });
});
