import { describe, expect, it, vi } from 'vitest';
import { buildWorkspace } from '../../../test/builders/workspace.ts';
import { operations } from '../../operations/registry.ts';
import { AppError } from '../../errors.ts';
import { call, callForAnswer } from './dispatch.ts';
import { appOperations } from './operations.ts';

/** What people do not call in the app, and why. */
const NOT_IN_THE_APP: Readonly<Record<string, string>> = {
  'attachments.add_image': 'fetches or takes an image for an assistant; people drop files onto a page',
  'attachments.export': 'a step of the command `export`',
  'attachments.import': 'a step of the command `import`',
  'connected_apps.connect': 'the consent page does it',
  'connected_apps.deny': 'the consent page does it',
  'invitations.accept': 'somebody without a session does it, on the page of the invitation',
  'launch.open_app': 'opens this very app',
  'diagnostics.tell_cause': 'the program does it by itself',
  'public_access.note_address': 'the program does it by itself',
  'sessions.open': 'the sign-in page and the launch ticket do it',
  'trash.sweep': 'the program does it by itself',
  'upload_links.describe': 'the upload page does it',
  'upload_links.send': 'the upload page does it',
  'workspace.initialize': 'comes before there is anybody to call anything',
};

describe('the table of the app’s operations', () => {
  it.each(Object.entries(appOperations))('%s stands under its own name', (name, operation) => {
    expect(operation.name).toBe(name);
  });

  it('holds every operation there is, but for those that people do elsewhere', () => {
    const missing = operations.map(({ name }) => name).filter((name) => !Object.hasOwn(appOperations, name));
    expect(missing.toSorted()).toEqual(Object.keys(NOT_IN_THE_APP).toSorted());
  });

  it('holds nothing that the registry does not know', () => {
    const known = new Set<unknown>(operations);
    expect(Object.values(appOperations).filter((operation) => !known.has(operation))).toEqual([]);
  });
});

describe('a call of the app', () => {
  it('runs the operation as whoever is signed in', async () => {
    const workspace = buildWorkspace();
    const { services } = workspace;
    const account = await call(services, workspace.actor('editor'), 'account.read', {});
    expect(account).toMatchObject({ username: 'editor', role: 'editor' });
  });

  it.each(['constructor', '__proto__', 'toString', 'documents', 'documents.Read', ''])(
    'for “%s”, which is no operation, is refused',
    async (name) => {
      const workspace = buildWorkspace();
      const { services } = workspace;
      await expect(async () => call(services, workspace.actor('editor'), name, {})).rejects.toMatchObject({
        code: 'not_found',
      });
    },
  );
});

describe('a call that is answered with data only', () => {
  it('given it succeeds, carries what the operation answers', async () => {
    const workspace = buildWorkspace();
    const { services } = workspace;
    const answer = await callForAnswer(services, workspace.actor('viewer'), {
      name: 'spaces.list',
      input: {},
    });
    expect(answer).toMatchObject({ ok: true, value: { total: 1, items: [{ slug: 'handbook' }] } });
  });

  it('given a refusal, carries its code, its words and what to do next', async () => {
    const workspace = buildWorkspace();
    const { services } = workspace;
    const answer = await callForAnswer(services, workspace.actor('viewer'), {
      name: 'documents.create',
      input: { space: 'handbook', title: 'Mine', content: '' },
    });
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'forbidden', status: 403, message: expect.any(String) as string, details: {} },
    });
  });

  it('given input of the wrong shape, names the field', async () => {
    const workspace = buildWorkspace();
    const { services } = workspace;
    const answer = await callForAnswer(services, workspace.actor('admin'), {
      name: 'documents.read',
      input: { id: 7 },
    });
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad_request', status: 400 } });
    expect(answer.ok || answer.error.message).toContain('id');
  });

  it('given a name that is no operation, is a refusal like any other', async () => {
    const workspace = buildWorkspace();
    const { services } = workspace;
    const answer = await callForAnswer(services, workspace.actor('admin'), { name: '__proto__', input: {} });
    expect(answer).toMatchObject({ ok: false, error: { code: 'not_found', status: 404 } });
  });

  it('given what is possible at the machine only, is refused to a session', async () => {
    const workspace = buildWorkspace();
    const { services, store } = workspace;
    const user = workspace.addUser('admin', 'root');
    const at = new Date(services.clock.now()).toISOString();
    store.seed('sessions', {
      id: 'ses_test',
      user_id: user.id,
      listener: 'public',
      secret_hash: '',
      browser_hash: '',
      device: 'Browser',
      ip: null,
      created_at: at,
      last_seen_at: at,
      expires_at: '2099-01-01T00:00:00.000Z',
      ended_at: null,
    });
    const session = workspace.actor('root', { credential: { kind: 'session', id: 'ses_test' } });
    const answer = await callForAnswer(services, session, { name: 'settings.read', input: {} });
    expect(answer).toMatchObject({ ok: false, error: { code: 'forbidden', status: 403 } });
  });

  it('given a fault of ours, says nothing of it, but the log does', async () => {
    const workspace = buildWorkspace();
    const { services } = workspace;
    vi.spyOn(services.views, 'documents').mockImplementation(() => {
      throw new Error('secret path /var/data');
    });
    const logged = vi.spyOn(services.log, 'error');
    const answer = await callForAnswer(services, workspace.actor('admin'), {
      name: 'documents.list',
      input: {},
    });
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal', status: 500 } });
    expect(JSON.stringify(answer)).not.toContain('secret path');
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ operation: 'documents.list', request_id: 'req_test' }),
      'unexpected error',
    );
  });

  it('leaves refusals to those who can be told of them by an error', async () => {
    const workspace = buildWorkspace();
    const { services } = workspace;
    const refusal = call(services, workspace.actor('viewer'), 'settings.update', { training: true });
    await expect(refusal).rejects.toBeInstanceOf(AppError);
  });
});
