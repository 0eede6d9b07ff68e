import { describe, expect, test } from 'vitest';
import { buildWorkspace } from '../../test/builders/workspace.ts';
import type { Session } from '../domain/session.ts';
import { mintSecret } from '../domain/token-secret.ts';
import { createViews } from '../storage/views/create-views.ts';
import { createSessions } from './sessions.ts';

const MINUTE = 60_000;

/** The editor, signed in with a browser; the record changed as the test wants. */
function given(changes: Record<string, unknown> = {}) {
  const workspace = buildWorkspace();
  const { store, clock, services } = workspace;
  const { secret, hash } = mintSecret('session');
  const session: Session = {
    id: 'ses_1',
    user_id: workspace.actor('editor').user_id ?? '',
    listener: 'public',
    secret_hash: hash,
    browser_hash: null,
    device: 'Firefox on Linux',
    ip: '192.0.2.1',
    created_at: '2026-03-01T09:00:00.000Z',
    last_seen_at: '2026-03-01T09:00:00.000Z',
    expires_at: '2026-03-08T09:00:00.000Z',
    ended_at: null,
  };
  store.seed('sessions', Object.assign(session, changes));
  let commits = 0;
  store.onApplied(() => void (commits += 1));
  const views = createViews(store);
  const open = (parts: object = {}) =>
    createSessions({ store, views, clock, log: services.log, ...parts }, 'public');
  return { workspace, clock, secret, open, commits: () => commits };
}

describe('a session', () => {
  test('is found by its secret, with its person as they are now', () => {
    const { secret, open } = given();
    expect(open().find(secret)).toMatchObject({ session: { id: 'ses_1' }, user: { username: 'editor' } });
  });

  test.each([
    ['another secret', mintSecret('session').secret],
    ['a secret of another kind', mintSecret('browser').secret],
    ['nothing', ''],
    ['what is no secret', 'x'.repeat(57)],
  ])('is not found by %s', (_what, secret) => {
    expect(given().open().find(secret)).toBeUndefined();
  });

  test('is not found by its stored hash', () => {
    const { workspace, open } = given();
    expect(open().find(workspace.store.tables.sessions.get('ses_1')?.secret_hash ?? '')).toBeUndefined();
  });

  test.each<[string, Record<string, unknown>]>([
    ['without a person', { user_id: undefined }],
    ['of somebody who is gone', { user_id: 'usr_gone' }],
    ['without a listener', { listener: undefined }],
    ['of the other listener', { listener: 'local' }],
    ['without a beginning of its idleness', { last_seen_at: undefined }],
    ['with a time that is none', { last_seen_at: 'yesterday' }],
    ['without an end', { expires_at: undefined }],
    ['with an end that is none', { expires_at: null }],
    ['without a word on whether it has ended', { ended_at: undefined }],
    ['that has ended', { ended_at: '2026-03-01T09:00:00.000Z' }],
    ['with a browser that is none', { browser_hash: 'x' }],
  ])('"missing = deny": a record %s signs nobody in', (_what, changes) => {
    const { secret, open } = given(changes);
    expect(open().find(secret)).toBeUndefined();
  });

  test('of somebody who is disabled signs nobody in, from this moment on', () => {
    const { workspace, secret, open } = given();
    const sessions = open();
    expect(sessions.find(secret)).toBeDefined();
    const user = workspace.services.views.userByName('editor');
    if (user) workspace.store.seed('users', { ...user, disabled: true });
    expect(sessions.find(secret)).toBeUndefined();
  });
});

describe('when it was last seen', () => {
  test('is known at once, and written after five minutes', async () => {
    const { workspace, clock, secret, open, commits } = given();
    const sessions = open();
    for (let minute = 1; minute < 5; minute += 1) {
      clock.advance(MINUTE);
      sessions.find(secret);
    }
    await sessions.close();
    expect(commits()).toBe(0);
    clock.advance(MINUTE);
    for (let request = 0; request < 100; request += 1) sessions.find(secret);
    await sessions.close();
    expect(commits()).toBe(1);
    expect(workspace.store.tables.sessions.get('ses_1')?.last_seen_at).toBe('2026-03-01T09:05:00.000Z');
    expect(await workspace.store.audit({ limit: 10 })).toEqual([]);
  });

  test('is not written while the folder is read-only, and a failing write harms nobody', async () => {
    const { workspace, clock, secret, open, commits } = given();
    clock.advance(10 * MINUTE);
    const { store } = workspace;
    const readOnly = open({ store: { ...store, tables: store.tables, readOnlyReason: 'damage' } });
    expect(readOnly.find(secret)).toBeDefined();
    await readOnly.close();
    const begin = () => {
      throw new Error('disk on fire');
    };
    const failing = open({ store: { ...store, tables: store.tables, readOnlyReason: null, begin } });
    expect(failing.find(secret)).toBeDefined();
    await failing.close();
    expect(commits()).toBe(0);
    const healthy = open();
    healthy.find(secret);
    await healthy.close();
    expect(commits()).toBe(1);
  });

  test('does not bring a session back that was ended meanwhile', async () => {
    const { workspace, clock, secret, open } = given();
    const sessions = open();
    clock.advance(10 * MINUTE);
    sessions.find(secret);
    const session = workspace.store.tables.sessions.get('ses_1');
    if (session) workspace.store.seed('sessions', { ...session, ended_at: '2026-03-01T09:10:00.000Z' });
    await sessions.close();
    expect(workspace.store.tables.sessions.get('ses_1')?.ended_at).toBe('2026-03-01T09:10:00.000Z');
  });
});
