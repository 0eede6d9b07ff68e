import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import type { Credential } from '../define.ts';
import { listDocuments } from '../documents/list.ts';
import { operations } from '../registry.ts';
import { endAllSessions } from './end-all.ts';
import { endSession } from './end.ts';
import { listSessions } from './list.ts';
import { openSession } from './open.ts';

const DAY = 86_400_000;

describe('sessions', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = buildWorkspace();
    for (const username of ['editor', 'admin']) {
      const user = workspace.services.views.userByName(username);
      if (user) workspace.store.seed('users', { ...user, password_hash: 'hash' });
    }
  });

  /** What somebody holds whose password was right just now. */
  const proof: Credential = { kind: 'password', password_hash: 'hash' };

  async function open(username: string, device = 'Firefox on Linux'): Promise<string> {
    const input = { listener: 'public', device };
    const { session_id } = await workspace.as(username, openSession, input, { credential: proof });
    return session_id;
  }

  const inBrowser = (id: string) => ({ credential: { kind: 'session', id } as const });
  const stored = (id: string) => workspace.store.tables.sessions.get(id);

  it('are opened with a secret of which only the hash is stored, for seven days', async () => {
    const id = await open('editor');
    expect(stored(id)).toMatchObject({
      id: expect.stringMatching(/^ses_/),
      secret_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      created_at: '2026-03-01T09:00:00.000Z',
      expires_at: '2026-03-08T09:00:00.000Z',
      ended_at: null,
    });
    expect(JSON.stringify(stored(id))).not.toContain('cpl_ses_');
  });

  it('whoever is only signing in can do nothing else, whatever their scopes', async () => {
    await open('editor');
    for (const credential of [proof, { kind: 'sign_in_code', id: 'sic_1' } as const])
      for (const operation of operations.filter(({ reach }) => reach !== 'sign_in'))
        await expect(workspace.as('editor', operation, {}, { credential })).rejects.toMatchObject({
          code: 'forbidden',
          message: 'Sign in first.',
        });
  });

  it('are opened by nobody with a token, a session or an app', async () => {
    const id = await open('editor');
    const input = { listener: 'public', device: 'Firefox' };
    for (const credential of [
      { kind: 'personal_token', id: 'tok_1', name: 'x' },
      { kind: 'connected_app', id: 'app_1', name: 'x' },
      { kind: 'session', id },
      { kind: 'upload_link', id: 'upl_1' },
    ] as const)
      await expect(workspace.as('editor', openSession, input, { credential })).rejects.toMatchObject({
        code: 'forbidden',
      });
  });

  it('one’s own are listed for oneself, everybody’s for an admin at the desk only', async () => {
    const mine = await open('editor');
    const theirs = await open('admin', 'Safari on macOS');
    const own = await workspace.as('editor', listSessions, {}, inBrowser(mine));
    expect(own.items).toMatchObject([{ id: mine, is_current: true, device: 'Firefox on Linux' }]);
    expect(JSON.stringify(own)).not.toContain('hash');
    expect((await workspace.as('admin', listSessions, { everybody: true })).total).toBe(2);
    expect((await workspace.as('admin', listSessions, { username: 'editor' })).items).toMatchObject([
      { id: mine },
    ]);
    for (const input of [{ everybody: true }, { username: 'editor' }])
      await expect(workspace.as('admin', listSessions, input, inBrowser(theirs))).rejects.toMatchObject({
        code: 'forbidden',
      });
    await expect(workspace.as('editor', listSessions, { everybody: true })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('that have ended or expired are not listed', async () => {
    const first = await open('editor');
    await workspace.as('editor', endSession, { id: first });
    expect((await workspace.as('editor', listSessions, {})).total).toBe(0);
    await open('editor');
    workspace.clock.advance(7 * DAY);
    expect((await workspace.as('editor', listSessions, {})).total).toBe(0);
  });

  it('end once: ending again changes nothing', async () => {
    const id = await open('editor');
    await workspace.as('editor', endSession, { id });
    const { ended_at } = stored(id) ?? {};
    workspace.clock.advance(1000);
    await workspace.as('editor', endSession, { id });
    expect(stored(id)?.ended_at).toBe(ended_at);
  });

  it('a session that has ended does nothing any more', async () => {
    const id = await open('editor');
    await workspace.as('editor', endSession, { id });
    await expect(workspace.as('editor', listDocuments, {}, inBrowser(id))).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  it('"sign out everywhere" ends those too that are being opened at the same moment', async () => {
    const opening = Array.from({ length: 10 }, () => open('editor'));
    await workspace.as('editor', endAllSessions, {});
    const ids = await Promise.all(opening);
    await workspace.as('editor', endAllSessions, {});
    expect(ids.filter((id) => stored(id)?.ended_at === null)).toEqual([]);
  });

  it('are kept 90 days after their end, and 50 of them, so that a person’s records stay few', async () => {
    const first = await open('editor');
    workspace.clock.advance(7 * DAY + 89 * DAY);
    const second = await open('editor');
    expect(stored(first)).toBeDefined();
    workspace.clock.advance(2 * DAY);
    await open('editor');
    expect(stored(first)).toBeUndefined();
    for (let times = 0; times < 60; times += 1) {
      workspace.clock.advance(1000);
      await open('editor');
    }
    expect(stored(second)).toBeUndefined();
    expect(workspace.store.tables.sessions.size).toBe(50);
  });
});
