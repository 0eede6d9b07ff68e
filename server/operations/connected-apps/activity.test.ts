import { beforeEach, describe, expect, it } from 'vitest';
import { seedSession } from '../../../test/apps/sessions.ts';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { createDocument } from '../documents/create.ts';
import { listDocuments } from '../documents/list.ts';
import { readDocument } from '../documents/read.ts';
import { trashDocument } from '../documents/trash.ts';
import { listAppActivity } from './activity.ts';
import { connectApp } from './connect.ts';
import { disconnectApp } from './disconnect.ts';

const DAY_MS = 86_400_000;

let workspace: TestWorkspace;
let app: string;
beforeEach(async () => {
  workspace = buildWorkspace();
  const input = {
    client_id: 'https://claude.ai/client.json',
    name: 'Claude',
    identity_host: 'claude.ai',
    redirect_host: 'claude.ai',
    scopes: ['read', 'write'],
    trust_level: 'full',
  };
  app = (await workspace.as('editor', connectApp, input, inBrowser('editor'))).app.id;
});

const inBrowser = (username: string) => ({
  credential: { kind: 'session', id: seedSession(workspace, username) } as const,
});
const throughApp = () =>
  ({ via: 'mcp', credential: { kind: 'connected_app', id: app, name: 'Claude' } }) as const;
const activity = (input: object = {}, by = 'editor') =>
  workspace.as(by, listAppActivity, { id: app, ...input }, inBrowser(by));
const write = (title: string) =>
  workspace.as('editor', createDocument, { space: 'handbook', title, content: 'Text.' }, throughApp());

describe('what a connected app did', () => {
  it('is listed newest first, with the pages that it was about, and nothing of what the person did', async () => {
    const { document } = await write('Kettle');
    await workspace.as('editor', listDocuments, {}, throughApp());
    await workspace.as('editor', createDocument, { space: 'handbook', title: 'By hand', content: '' });
    const { items, calls_last_day } = await activity();
    expect(items).toMatchObject([
      { action: 'documents.list', result: 'ok' },
      { action: 'documents.create', target: { type: 'document', id: document.id, title: 'Kettle' } },
    ]);
    expect(calls_last_day).toBe(2);
  });

  it('counts the calls of the last 24 hours, and pages back through the older ones', async () => {
    for (const title of ['One', 'Two', 'Three']) await write(title);
    workspace.clock.advance(DAY_MS + 1);
    const first = await activity({ limit: 2 });
    expect(first.calls_last_day).toBe(0);
    expect(first.items.map(({ target }) => target?.title)).toEqual(['Three', 'Two']);
    const next = await activity({ limit: 2, before_seq: first.items.at(-1)?.seq });
    expect(next.items.map(({ target }) => target?.title)).toEqual(['One']);
  });

  it('names no page that the reader does not see any more (security A3)', async () => {
    const { document } = await write('Kettle');
    await workspace.as('editor', trashDocument, { id: document.id });
    expect((await activity()).items).toMatchObject([{ target: { id: document.id, title: null } }]);
  });

  it('does not tell by a refusal whether there is what the reader may not see (security A2)', async () => {
    workspace.addSpace('board', { visibility: 'private', members: {} });
    const { document } = await workspace.as('admin', createDocument, { space: 'board', title: 'Salaries' });
    for (const id of [document.id, 'doc_00000000000'])
      await expect(workspace.as('editor', readDocument, { id }, throughApp())).rejects.toMatchObject({
        code: 'not_found',
      });
    const refused = { action: 'documents.read', target: null, result: 'refused: not_found' };
    expect((await activity()).items).toMatchObject([refused, refused]);
  });

  it('can still be looked up after the app was disconnected', async () => {
    await write('Kettle');
    await workspace.as('editor', disconnectApp, { id: app }, inBrowser('editor'));
    expect((await activity()).items).toHaveLength(1);
  });

  it('is nobody else’s business: another person’s app answers like an unknown one (security A2)', async () => {
    await expect(activity({}, 'approver')).rejects.toMatchObject({ code: 'not_found' });
    await expect(activity({}, 'admin')).rejects.toMatchObject({ code: 'not_found' });
    const { items } = await workspace.as('admin', listAppActivity, { id: app });
    expect(items).toEqual([]);
  });
});
