import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusal, startRoles, type Roles } from './roles.ts';

let roles: Roles;
let id: string;

beforeAll(async () => {
  roles = await startRoles();
  id = await roles.published({ content: '# One\n\n---\n\nTwo\n' });
});
afterAll(() => roles.server.close());

const make = (body: object, username = 'admin') => roles.as(username, 'POST', '/training/decks', { body });

describe('templates over REST', () => {
  test('are listed with their scaffolds, page by page, and read by name', async () => {
    const { json } = await roles.as('viewer', 'GET', '/templates?limit=2');
    expect(json).toMatchObject({
      items: [{ name: 'SOP' }, { name: 'Runbook' }],
      total: 6,
      limit: 2,
      offset: 0,
    });
    const one = await roles.as('viewer', 'GET', '/templates/meeting%20notes');
    expect(one.json).toMatchObject({
      id: 'tpl_meeting_notes',
      scaffold: expect.stringContaining('## Agenda'),
    });
    expect(await roles.as('viewer', 'GET', '/templates/nothing')).toMatchObject(refusal(404, 'not_found'));
  });

  test('hidden ones are for approvers and admins', async () => {
    expect(await roles.as('editor', 'GET', '/templates?hidden=true')).toMatchObject(
      refusal(403, 'forbidden'),
    );
    expect((await roles.as('approver', 'GET', '/templates?hidden=true')).status).toBe(200);
  });

  test('fill a new document', async () => {
    const body = { space: 'handbook', title: 'Tea', template: 'how-to', content: '## Steps\n\n1. Boil.\n' };
    const { status, json } = await roles.as('editor', 'POST', '/documents', { body });
    expect([status, json['tags']]).toEqual([201, ['how-to']]);
    expect(json['content']).toMatch(/^## What you will do[^]*\n## Steps\n\n1\. Boil\.\n\n## Check/);
  });
});

describe('training over REST', () => {
  test('is refused until it is switched on', async () => {
    roles.server.workspace.set({ training: false });
    expect(await make({ doc_id: id })).toMatchObject(refusal(403, 'forbidden'));
    expect(await roles.as('viewer', 'GET', '/training/assignments')).toMatchObject(refusal(403, 'forbidden'));
  });

  test('makes a deck: 201; assigns it; says how people do', async () => {
    roles.server.workspace.set({ training: true });
    const { status, json } = await make({ doc_id: id, pass_percent: 60 });
    expect(status).toBe(201);
    expect(json).toMatchObject({ document_id: id, slide_count: 2, pass_percent: 60 });
    const path = `/training/decks/${String(json['id'])}`;
    const assign = (body: object) => roles.as('admin', 'POST', `${path}/assignments`, { body });
    expect((await assign({ everyone: true })).json).toMatchObject({ assigned: 4, already_assigned: 0 });
    expect((await assign({ usernames: ['viewer'] })).json).toMatchObject({
      assigned: 0,
      already_assigned: 1,
    });
    expect((await roles.as('admin', 'GET', `${path}?limit=1`)).json).toMatchObject({
      items: [{ person: { username: 'admin' }, state: 'assigned' }],
      total: 4,
    });
    expect((await roles.as('viewer', 'GET', '/training/assignments')).json).toMatchObject({ total: 1 });
    expect((await roles.as('admin', 'GET', '/training/decks')).json).toMatchObject({ total: 1 });
  });

  test('takes a deck from people again, and deletes it', async () => {
    const { json } = await make({ doc_id: id });
    const path = `/training/decks/${String(json['id'])}`;
    await roles.as('admin', 'POST', `${path}/assignments`, { body: { everyone: true } });
    const unassign = (username: string, body: object) =>
      roles.as(username, 'POST', `${path}/unassign`, { body });
    expect((await unassign('admin', { usernames: ['viewer'] })).json).toMatchObject({
      unassigned: 1,
      not_assigned: 0,
      deck: { counts: { assigned: 3 } },
    });
    expect(await unassign('admin', {})).toMatchObject(refusal(400, 'bad_request'));
    expect(await unassign('editor', { everyone: true })).toMatchObject(refusal(403, 'forbidden'));
    expect(await roles.as('editor', 'DELETE', path)).toMatchObject(refusal(403, 'forbidden'));
    const deleted = await roles.as('admin', 'DELETE', path);
    expect([deleted.status, deleted.json]).toEqual([
      200,
      { id: json['id'], title: json['title'], deleted: true, unassigned: 3 },
    ]);
    expect(await roles.as('admin', 'GET', path)).toMatchObject(refusal(404, 'not_found'));
  });

  test.each([
    [{}, /doc_id/],
    [{ doc_id: 7 }, /doc_id/],
    [{ doc_id: 'x', due_days: 0 }, /due_days/],
    [{ doc_id: 'x', pass_percent: 101 }, /pass_percent/],
    [{ doc_id: 'x', passPercent: 80 }, /pass_percent/],
  ])('%j is refused by name', async (body, problem) => {
    const answer = await make(body);
    expect(answer).toMatchObject(refusal(400, 'bad_request'));
    expect(answer.json['message'] + JSON.stringify(answer.json)).toMatch(problem);
  });
});
