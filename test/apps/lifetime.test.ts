import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '../../server/operations/audit/list.ts';
import { disconnectApp } from '../../server/operations/connected-apps/disconnect.ts';
import { listConnectedApps } from '../../server/operations/connected-apps/list.ts';
import { setAppTrust } from '../../server/operations/connected-apps/set-trust.ts';
import { updateUser } from '../../server/operations/users/update.ts';
import { listNotifications } from '../../server/operations/notifications/list.ts';
import { createProgram, startWorld, type World } from '../oauth/world.ts';

/** A real server, and a program that signs in for real. */
let world: World;

beforeEach(async () => {
  world = await startWorld({ people: { ben: 'editor' } });
});

afterEach(() => world.close());

const apps = async (input: object = {}) => (await world.desk(listConnectedApps, input)).items;

async function connected(options: Parameters<ReturnType<typeof createProgram>['connect']>[0] = {}) {
  const program = createProgram(world.url);
  const { client, tokens } = await program.connect(options);
  const [app] = await apps();
  if (!app) throw new Error('Nothing is connected.');
  const publish = async () => {
    const input = { name: 'create_doc', arguments: { title: 'A page', space: 'notes', publish: true } };
    const { body } = await program.call(tokens.access_token, 'tools/call', input);
    return JSON.stringify(body['result']);
  };
  return { program, client, tokens, app, publish };
}

describe('the life of a connected app', () => {
  test('it is listed as it was let in, and its person is told', async () => {
    const { app, program, tokens } = await connected({ trustLevel: 'drafts' });
    expect(app).toMatchObject({
      name: 'Test program',
      user: { username: 'ada' },
      identity_host: null,
      redirect_host: '127.0.0.1',
      base_url: world.url,
      scopes: ['read', 'write'],
      trust_level: 'drafts',
      needs_reconnect: false,
      last_used_at: null,
    });
    const inbox = await world.desk(listNotifications, {});
    expect(inbox.items).toMatchObject([{ kind: 'app_connected', connected_app_id: app.id }]);
    await program.call(tokens.access_token);
    expect((await apps())[0]?.last_used_at).toEqual(expect.any(String));
  });

  test('the level that was chosen on the consent page holds, and can be changed later', async () => {
    const { app, publish } = await connected({ trustLevel: 'drafts' });
    expect(await publish()).toContain('Drafts only');
    await world.desk(setAppTrust, { id: app.id, trust_level: 'full' });
    expect(await publish()).toContain('"status":"published"');
    await world.desk(setAppTrust, { id: app.id, trust_level: 'read' });
    expect(await publish()).toContain('Read only');
  });

  test('disconnected: the next call is 401, the next refresh invalid_grant, and every step is in the audit log', async () => {
    const { app, program, client, tokens } = await connected();
    await world.desk(setAppTrust, { id: app.id, trust_level: 'review' });
    await world.desk(disconnectApp, { id: app.id });
    expect((await program.call(tokens.access_token)).status).toBe(401);
    const refreshed = await program.refresh(client, tokens.refresh_token);
    expect([refreshed.status, refreshed.body['error']]).toEqual([400, 'invalid_grant']);
    expect(await apps()).toEqual([]);
    const steps = (await world.desk(listAudit, { limit: 100 })).items.filter(
      ({ target }) => target?.id === app.id,
    );
    expect(steps.map(({ action, username }) => [action, username])).toEqual([
      ['connected_apps.disconnect', 'ada'],
      ['connected_apps.set_trust', 'ada'],
      ['connected_apps.connect', 'ada'],
    ]);
  });

  test('connected again: what it held before stays dead', async () => {
    const { app, program, client, tokens } = await connected();
    await world.desk(disconnectApp, { id: app.id });
    const again = await connected({ client });
    expect(again.app.id).not.toBe(app.id);
    expect((await program.call(again.tokens.access_token)).status).toBe(200);
    expect((await program.call(tokens.access_token)).status).toBe(401);
    expect((await program.refresh(client, tokens.refresh_token)).status).toBe(400);
    expect((await apps({ disconnected: true })).map(({ id }) => id)).toEqual([again.app.id, app.id]);
  });

  test('it revokes its own token: it is disconnected, and its person sees so', async () => {
    const { app, program, client, tokens } = await connected();
    expect((await program.revoke(client, tokens.refresh_token)).status).toBe(200);
    expect((await program.call(tokens.access_token)).status).toBe(401);
    expect(await apps({ disconnected: true })).toMatchObject([
      { id: app.id, disconnected_at: expect.any(String) },
    ]);
  });

  test('its person is disabled: call and refresh are refused', async () => {
    const { program, client, tokens } = await connected({ username: 'ben' });
    expect((await program.call(tokens.access_token)).status).toBe(200);
    await world.desk(updateUser, { username: 'ben', disabled: true });
    expect((await program.call(tokens.access_token)).status).toBe(401);
    expect((await program.refresh(client, tokens.refresh_token)).status).toBe(400);
  });

  test('the public address changes: it must reconnect, and the list says so', async () => {
    const { app, program, tokens } = await connected();
    await world.restart({ flags: { 'base-url': 'https://kb.example.com' } });
    expect(await apps()).toMatchObject([{ id: app.id, needs_reconnect: true }]);
    expect((await program.call(tokens.access_token)).status).toBe(401);
  });

  test('after a restart at the same address it goes on, with its level', async () => {
    const { app, program, tokens, publish } = await connected({ trustLevel: 'drafts' });
    await program.call(tokens.access_token);
    const [used] = await apps();
    await world.restart();
    expect(await apps()).toEqual([used]);
    expect(used).toMatchObject({ id: app.id, last_used_at: expect.any(String), needs_reconnect: false });
    expect(await publish()).toContain('Drafts only');
  });
});
