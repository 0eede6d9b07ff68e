import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seedApp, seedToken } from '../../test/authorization/credentials.ts';
import { refusalOf } from '../../test/authorization/refusal.ts';
import { buildWorkspace, type CallOptions, type TestWorkspace } from '../../test/builders/workspace.ts';
import type { ConnectedApp } from '../domain/connected-app.ts';
import { newId } from '../domain/identifier.ts';
import { TRUST_LEVELS, type TrustLevel } from '../domain/trust-level.ts';
import { defineOperation, type Operation } from './define.ts';

/** Says how far the credential of the call is trusted. */
function probe(more: Partial<Pick<Operation, 'scope' | 'trust' | 'reach'>> = {}) {
  return defineOperation({
    name: 'test.probe',
    summary: 'Probe the trust',
    scope: 'read',
    effect: 'read',
    ...more,
    input: z.strictObject({}),
    output: z.object({ trust: z.string() }),
    run: ({ trust }) => ({ trust }),
  });
}

const READ = probe();
const WRITE = probe({ scope: 'write', trust: 'drafts' });
const SEND = probe({ scope: 'write', trust: 'drafts', reach: 'upload_link' });

describe('what a credential is worth at the moment of the call', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = buildWorkspace();
  });
  const call = (operation: Operation, options: CallOptions) => workspace.as('admin', operation, {}, options);
  const asApp = ({ id, name }: ConnectedApp): CallOptions => {
    return { via: 'mcp', credential: { kind: 'connected_app', id, name } };
  };

  it.each(TRUST_LEVELS)('an app is trusted as its person said: %s', async (level) => {
    const app = seedApp(workspace, 'admin', level);
    expect(await call(READ, asApp(app))).toEqual({ trust: level });
  });

  it.each([
    ['a personal token', () => seedToken(workspace, 'admin', ['read', 'write'])],
    ['the desk', () => undefined],
  ])('%s is trusted with everything that its person may do', async (_what, seed) => {
    const token = seed();
    const options: CallOptions = token
      ? { credential: { kind: 'personal_token', id: token.id, name: token.name } }
      : {};
    expect(await call(WRITE, options)).toEqual({ trust: 'full' });
  });

  it('an app of the level read is refused every write, with its level and where to change it', async () => {
    const refusal = await refusalOf(call(WRITE, asApp(seedApp(workspace, 'admin', 'read'))));
    expect(refusal).toMatchObject({
      code: 'forbidden',
      status: 403,
      message: 'This app is connected with the level “Read only”: it reads, and changes nothing.',
      hint: expect.stringMatching(/Connected apps.*the command `app trust/),
    });
  });

  it('a write that names no level is for apps of the level full only', async () => {
    const undeclared = probe({ scope: 'write' });
    for (const level of TRUST_LEVELS) {
      const attempt = call(undeclared, asApp(seedApp(workspace, 'admin', level)));
      const outcome = await attempt.then(
        () => 'ok',
        ({ code }: { code: string }) => code,
      );
      expect([level, outcome]).toEqual([level, level === 'full' ? 'ok' : 'forbidden']);
    }
  });

  it('consent that was renewed with fewer scopes narrows tokens that were made before', async () => {
    const app = seedApp(workspace, 'admin', 'full');
    workspace.store.seed('connected_apps', { ...app, scopes: ['read'] });
    expect(await refusalOf(call(WRITE, asApp(app)))).toMatchObject({ code: 'missing_scope' });
    await call(READ, asApp(app));
  });

  it.each<[string, Partial<ConnectedApp>]>([
    ['was disconnected', { disconnected_at: '2026-01-02T00:00:00.000Z' }],
    ['is somebody else’s', { user_id: 'usr_somebody' }],
  ])('an app that %s is out', async (_what, change) => {
    const app = seedApp(workspace, 'admin', 'full');
    workspace.store.seed('connected_apps', { ...app, ...change });
    expect(await refusalOf(call(READ, asApp(app)))).toMatchObject({ code: 'unauthorized' });
  });

  it('an app without a record is out', async () => {
    const options = asApp({ ...seedApp(workspace, 'admin', 'full'), id: 'app_gone' });
    expect(await refusalOf(call(READ, options))).toMatchObject({ code: 'unauthorized' });
  });

  describe('an upload link', () => {
    const linkOf = (credential_id: string | null): CallOptions => {
      const id = newId('upload_link');
      workspace.store.seed('upload_links', {
        id,
        secret_hash: '',
        document_id: 'doc_1',
        space_id: 'spc_1',
        insert: 'append',
        alt: '',
        user_id: workspace.actor('admin').user_id ?? '',
        client: null,
        credential_id,
        created_at: '2026-03-01T08:59:00.000Z',
        expires_at: '2026-03-01T09:59:00.000Z',
        failed_attempts: 0,
        attachment_id: null,
        used_at: null,
        revoked_at: null,
      });
      return { via: 'upload', credential: { kind: 'upload_link', id } };
    };

    it('of a person or a token acts with everything that the person may do', async () => {
      expect(await call(SEND, linkOf(null))).toEqual({ trust: 'full' });
      expect(await call(SEND, linkOf(seedToken(workspace, 'admin', ['write']).id))).toEqual({
        trust: 'full',
      });
    });

    it.each<TrustLevel>(['drafts', 'review', 'full'])('of an app acts with its trust: %s', async (level) => {
      expect(await call(SEND, linkOf(seedApp(workspace, 'admin', level).id))).toEqual({ trust: level });
    });

    it('of an app that was lowered to read only, or to the scope read, sends nothing any more', async () => {
      const app = seedApp(workspace, 'admin', 'full');
      const options = linkOf(app.id);
      workspace.store.seed('connected_apps', { ...app, trust_level: 'read' });
      expect(await refusalOf(call(SEND, options))).toMatchObject({ code: 'forbidden' });
      workspace.store.seed('connected_apps', { ...app, scopes: ['read'] });
      expect(await refusalOf(call(SEND, options))).toMatchObject({ code: 'missing_scope' });
    });

    it('dies with the app or the token that made it', async () => {
      const app = seedApp(workspace, 'admin', 'full');
      const token = seedToken(workspace, 'admin', ['write']);
      const links = [linkOf(app.id), linkOf(token.id)];
      for (const options of links) await call(SEND, options);
      workspace.store.seed('connected_apps', { ...app, disconnected_at: '2026-03-01T09:00:00.000Z' });
      workspace.store.seed('tokens', { ...token, revoked_at: '2026-03-01T09:00:00.000Z' });
      for (const options of links) {
        expect(await refusalOf(call(SEND, options))).toMatchObject({ code: 'unauthorized' });
      }
    });

    it('of a token dies when the token expires', async () => {
      const token = seedToken(workspace, 'admin', ['write']);
      const options = linkOf(token.id);
      workspace.store.seed('tokens', { ...token, expires_at: '2026-03-01T09:00:01.000Z' });
      await call(SEND, options);
      workspace.clock.advance(1000);
      expect(await refusalOf(call(SEND, options))).toMatchObject({ code: 'unauthorized' });
    });

    it.each(['app_gone', 'tok_gone', 'something'])(
      'of a credential that is not there is dead: %s',
      async (id) => {
        expect(await refusalOf(call(SEND, linkOf(id)))).toMatchObject({ code: 'unauthorized' });
      },
    );
  });

  it('a password that was changed meanwhile, and a code that was used, open nothing', async () => {
    const opening = probe({ scope: 'write', reach: 'sign_in' });
    const admin = [...workspace.store.tables.users.all()].find(({ username }) => username === 'admin');
    if (!admin) throw new Error('The builder makes an admin.');
    workspace.store.seed('users', { ...admin, password_hash: 'new' });
    const bySecret = (password_hash: string): CallOptions => ({
      credential: { kind: 'password', password_hash },
    });
    await call(opening, bySecret('new'));
    expect(await refusalOf(call(opening, bySecret('old')))).toMatchObject({ code: 'unauthorized' });
    const code = {
      id: 'sic_1',
      kind: 'sign_in' as const,
      user_id: admin.id,
      secret_hash: '',
      created_by: admin.id,
      created_at: '',
      expires_at: '2027-01-01T00:00:00.000Z',
      ended_at: null,
    };
    const byCode: CallOptions = { credential: { kind: 'sign_in_code', id: code.id } };
    workspace.store.seed('sign_in_codes', code);
    await call(opening, byCode);
    workspace.store.seed('sign_in_codes', { ...code, ended_at: '2026-03-01T09:00:00.000Z' });
    expect(await refusalOf(call(opening, byCode))).toMatchObject({ code: 'unauthorized' });
  });
});
