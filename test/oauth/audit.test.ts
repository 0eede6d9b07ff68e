import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { listAudit } from '../../server/operations/audit/list.ts';
import { disconnectApp } from '../../server/operations/connected-apps/disconnect.ts';
import { listConnectedApps } from '../../server/operations/connected-apps/list.ts';
import { listNotifications } from '../../server/operations/notifications/list.ts';
import { createPaperBrowser } from './paper-browser.ts';
import { allow, createProgram, startWorld, type Client, type World } from './world.ts';

let world: World;
beforeAll(async () => void (world = await startWorld({ people: { bob: 'editor' } })));
afterAll(() => world.close());
afterEach(() => void vi.useRealTimers());

const program = () => createProgram(world.url);
const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });

const appOf = async ({ id }: Client) => {
  const { items } = await world.desk(listConnectedApps, { disconnected: true });
  return items.find(({ client_id }) => client_id === id);
};
const entriesAbout = async (target: string | undefined) =>
  (await world.desk(listAudit, { limit: 100 })).items.filter((entry) => entry.target?.id === target);
/** Lines of ada's inbox about the end of an app. */
const linesAbout = async (app: string | undefined) =>
  (await world.desk(listNotifications, {})).items.filter(
    ({ kind, connected_app_id }) => kind === 'app_disconnected' && connected_app_id === app,
  );

type Connection = Awaited<ReturnType<ReturnType<typeof createProgram>['connect']>>;

describe('"every step of connecting apps is in the audit log": why an app is no longer connected', () => {
  test.each<[string, (connection: Connection) => Promise<unknown>]>([
    ['code reused', ({ client, code, verifier }) => program().redeem(client, code, verifier)],
    [
      'code reused',
      ({ client, code, verifier }) =>
        Promise.all(Array.from({ length: 10 }, () => program().redeem(client, code, verifier))),
    ],
    [
      'refresh token reused',
      async ({ client, tokens }) => {
        await program().refresh(client, tokens.refresh_token);
        later(31);
        await program().refresh(client, tokens.refresh_token);
      },
    ],
    ['revoked by the app', ({ client, tokens }) => program().revoke(client, tokens.refresh_token)],
    ['revoked by the app', ({ client, tokens }) => program().revoke(client, tokens.access_token)],
  ])('%s: its person is told in their inbox', async (reason, end) => {
    const connection = await program().connect();
    await end(connection);
    const app = await appOf(connection.client);
    expect(app?.disconnected_at).not.toBeNull();
    expect(await entriesAbout(app?.id)).toMatchObject([
      { action: 'connected_apps.disconnect', username: 'system', details: { username: 'ada', reason } },
      { action: 'connected_apps.connect', username: 'ada' },
    ]);
    expect(await linesAbout(app?.id)).toMatchObject([
      { subject: 'Test program', actor: { username: 'system' }, read_at: null },
    ]);
  });

  test('by the person: no line in the inbox of who did it; by an admin: the audit log says so', async () => {
    const [mine, bobs] = [await program().connect(), await program().connect({ username: 'bob' })];
    for (const [{ client }, reason] of [
      [mine, 'disconnected by the person'],
      [bobs, 'disconnected by an admin'],
    ] as const) {
      const app = await appOf(client);
      await world.desk(disconnectApp, { id: app?.id ?? '' });
      expect((await entriesAbout(app?.id))[0]).toMatchObject({ username: 'ada', details: { reason } });
      expect(await linesAbout(app?.id)).toEqual([]);
    }
  });
});

test('a no on the consent page is in the audit log, once, with who asked', async () => {
  const client = await program().client();
  await allow(createPaperBrowser(), program().authorizeUrl(client).url, {
    username: 'bob',
    decision: 'deny',
  });
  expect(await entriesAbout(client.id)).toMatchObject([
    {
      action: 'connected_apps.deny',
      username: 'bob',
      result: 'ok',
      details: { name: 'Test program', redirect_host: '127.0.0.1', scopes: 'read write' },
    },
  ]);
  expect(await appOf(client)).toBeUndefined();
});
