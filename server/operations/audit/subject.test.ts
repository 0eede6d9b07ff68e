import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { AppError } from '../../errors.ts';
import { denyApp } from '../connected-apps/deny.ts';
import { createDocument } from '../documents/create.ts';
import { trashDocument } from '../documents/trash.ts';
import { updateDocument } from '../documents/update.ts';
import { updateSettings } from '../settings/update.ts';
import { createSpace } from '../spaces/create.ts';
import { updateSpace } from '../spaces/update.ts';
import { createTemplate } from '../templates/create.ts';
import { deleteTemplate } from '../templates/delete.ts';
import { createToken } from '../tokens/create.ts';
import { purgeDocument } from '../trash/purge.ts';
import { createUser } from '../users/create.ts';
import { listAudit } from './list.ts';

const DESK = { credential: { kind: 'desk' } } as const;
const THROUGH_CLAUDE = {
  via: 'mcp',
  credential: { kind: 'personal_token', id: 'tok_claude', name: 'Claude' },
} as const;

let workspace: TestWorkspace;
beforeEach(() => {
  workspace = buildWorkspace();
  workspace.addToken('viewer', { id: 'tok_claude', name: 'Claude' });
});

/** The newest entry, as the admin reads it. */
async function newest() {
  const { items } = await workspace.as('admin', listAudit, { limit: 1 });
  return items[0];
}

describe('“time, person, via, action, target”: the target of an entry has a name', () => {
  it('of a person, a token, a space', async () => {
    await workspace.as('admin', createUser, { username: 'mia', name: 'Mia Kent', role: 'editor' }, DESK);
    expect(await newest()).toMatchObject({ action: 'users.create', subject: 'Mia Kent' });
    await workspace.as('admin', createToken, { name: 'Robot', scopes: ['read'] }, DESK);
    expect(await newest()).toMatchObject({ action: 'tokens.create', subject: 'Robot' });
    await workspace.as('admin', createSpace, { slug: 'kitchen', name: 'Kitchen' }, DESK);
    expect(await newest()).toMatchObject({ action: 'spaces.create', subject: 'Kitchen' });
  });

  it('that it has now', async () => {
    await workspace.as('admin', createSpace, { slug: 'kitchen', name: 'Kitchen' }, DESK);
    await workspace.as('admin', updateSpace, { slug: 'kitchen', name: 'Bakery' }, DESK);
    const { items } = await workspace.as('admin', listAudit, {});
    expect(items.map(({ subject }) => subject)).toEqual(['Bakery', 'Bakery']);
  });

  it('or had, where it is gone: a template, a page that was deleted for ever', async () => {
    const content = { name: 'Recipe', description: '', scaffold: '# Recipe', type: 'sop', tags: [] };
    const { template } = await workspace.as('admin', createTemplate, content, DESK);
    await workspace.as('admin', deleteTemplate, { template: template.id }, DESK);
    expect(await newest()).toMatchObject({ action: 'templates.delete', subject: 'Recipe' });
    const { document } = await workspace.as('editor', createDocument, { title: 'Kettle' });
    await workspace.as('admin', trashDocument, { id: document.id });
    await workspace.as('admin', purgeDocument, { id: document.id });
    expect(await newest()).toMatchObject({ action: 'trash.purge', subject: 'Kettle' });
  });

  it('of an app that somebody did not let in', async () => {
    const app = {
      client_id: 'dcr_1',
      name: 'Stranger',
      identity_host: null,
      redirect_host: 'example.com',
      scopes: ['read'],
    };
    await workspace.as('admin', denyApp, app, DESK);
    expect(await newest()).toMatchObject({ action: 'connected_apps.deny', subject: 'Stranger' });
  });

  it('but not of the settings: which were changed, the details say', async () => {
    await workspace.as('admin', updateSettings, { backlinks: false }, DESK);
    expect(await newest()).toMatchObject({ subject: null, details: { changed: 'backlinks' } });
  });
});

describe('a call that was refused', () => {
  const refusedUpdate = (input: object) =>
    expect(workspace.as('viewer', updateDocument, input, THROUGH_CLAUDE)).rejects.toBeInstanceOf(AppError);

  it('has the page that it named as its target', async () => {
    const { document } = await workspace.as('editor', createDocument, { title: 'Kettle' });
    await refusedUpdate({ id: document.id, title: 'Mine' });
    expect(await newest()).toMatchObject({
      action: 'documents.update',
      target: { type: 'document', id: document.id },
      subject: 'Kettle',
      result: expect.stringMatching(/^refused: /),
    });
  });

  it('has the space that it named as its target', async () => {
    await expect(
      workspace.as('viewer', createDocument, { space: 'handbook', title: 'Mine' }, THROUGH_CLAUDE),
    ).rejects.toBeInstanceOf(AppError);
    expect((await newest())?.target?.type).toBe('space');
  });

  it('keeps nothing else of what was sent, for anything could stand there', async () => {
    for (const id of ['cpat_a-secret-pasted-here', 'doc_00000000000', 7, { id: 'doc' }, null]) {
      await refusedUpdate({ id, title: 'cpat_a-secret' });
      const entry = await newest();
      expect(entry).toMatchObject({ target: null, subject: null, details: null });
      expect(JSON.stringify(entry)).not.toContain('a-secret');
    }
  });
});
