import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemActor } from '../../server/identity/desk-actor.ts';
import { sweepOAuth } from '../../server/identity/oauth/sweep.ts';
import { startMemoryWorld, type MemoryWorld } from './memory-world.ts';
import { createPaperBrowser } from './paper-browser.ts';
import { allow, createProgram } from './world.ts';

let world: MemoryWorld;
beforeEach(async () => void (world = await startMemoryWorld()));
afterEach(async () => {
  vi.useRealTimers();
  await world.close();
});

const DAY = 86_400;
const later = (seconds: number) =>
  void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
const program = () => createProgram(world.url);

async function sweep(): Promise<void> {
  let isUnfinished = true;
  while (isUnfinished) isUnfinished = await sweepOAuth(world.services, systemActor(''));
}

const stored = (model: string) =>
  [...world.services.store.tables.oauth_artifacts.all()].filter((artifact) => artifact.model === model);

test('of 200 apps that registered themselves only those that somebody let in are there after a day', async () => {
  const { client } = await program().connect();
  for (let count = 0; count < 200; count += 1) await program().client();
  await sweep();
  expect(stored('Client')).toHaveLength(201);
  later(DAY + 1);
  await sweep();
  expect(stored('Client').map(({ client_id }) => client_id)).toEqual([client.id]);
  expect(stored('RegistrationAccessToken')).toHaveLength(1);
});

test('what has expired goes: codes, questions, tokens; what is alive stays', async () => {
  const { client, tokens } = await program().connect();
  await createPaperBrowser().open(program().authorizeUrl(client).url);
  expect(stored('Interaction')).toHaveLength(1);
  later(601);
  await sweep();
  expect([stored('Interaction'), stored('AuthorizationCode')]).toEqual([[], []]);
  expect((await program().call(tokens.access_token)).status).toBe(200);
  later(3600);
  await sweep();
  // It is known for a day yet as one that was good.
  expect((await program().call(tokens.access_token)).text).toContain('has expired');
  later(DAY);
  await sweep();
  expect(stored('AccessToken')).toEqual([]);
  expect((await program().refresh(client, tokens.refresh_token)).status).toBe(200);
});

test('a consent whose code was never redeemed leaves nothing behind', async () => {
  const client = await program().client();
  await allow(createPaperBrowser(), program().authorizeUrl(client).url);
  expect(stored('Grant')).toHaveLength(1);
  later(3601);
  await sweep();
  expect(stored('Grant')).toEqual([]);
});

test('a code that many redeem at once leaves nothing behind but its client', async () => {
  const client = await program().client();
  const { url, verifier } = program().authorizeUrl(client);
  const code = new URL(await allow(createPaperBrowser(), url)).searchParams.get('code') ?? '';
  await Promise.all(Array.from({ length: 20 }, () => program().redeem(client, code, verifier)));
  const models = [...world.services.store.tables.oauth_artifacts.all()].map(({ model }) => model);
  expect(new Set(models)).toEqual(new Set(['Client', 'RegistrationAccessToken']));
});

test('the reuse of a token is found out as long as the token would have lived', async () => {
  const { client, tokens } = await program().connect();
  await program().refresh(client, tokens.refresh_token);
  later(29 * DAY);
  await sweep();
  expect((await program().refresh(client, tokens.refresh_token)).status).toBe(400);
  expect(stored('Grant')).toEqual([]);
});

test('an app that has not called for 90 days is disconnected and forgotten; one that refreshes is not', async () => {
  const idle = await program().connect();
  const used = await program().connect();
  let refresh = used.tokens.refresh_token;
  for (let days = 0; days < 91; days += 13) {
    later(13 * DAY);
    const { body } = await program().refresh(used.client, refresh);
    refresh = String(body['refresh_token']);
    await program().call(String(body['access_token']));
    await sweep();
  }
  const apps = [...world.services.store.tables.connected_apps.all()];
  expect(apps.find(({ client_id }) => client_id === idle.client.id)?.disconnected_at).not.toBeNull();
  expect(apps.find(({ client_id }) => client_id === used.client.id)?.disconnected_at).toBeNull();
  const entries = await world.services.store.audit({ action: 'connected_apps.disconnect', limit: 10 });
  expect(entries).toMatchObject([{ user_id: null, details: { reason: 'not used for 90 days' } }]);
  expect(stored('Client').map(({ client_id }) => client_id)).toEqual([used.client.id]);
  expect((await program().refresh(idle.client, idle.tokens.refresh_token)).body['error']).toBe(
    'invalid_client',
  );
  expect((await program().refresh(used.client, refresh)).status).toBe(200);
});
