import { expect, test } from 'vitest';
import { createMemoryStore } from '../../test/fakes/memory-store.ts';
import type { ConnectedApp } from '../domain/connected-app.ts';
import { createLogger } from '../log.ts';
import { createIdleLastUsed, createLastUsed } from './last-used.ts';

const log = createLogger('silent');
const AT = '2026-03-01T09:00:00.000Z';
const LATER = '2026-03-01T09:00:30.000Z';

function storeWithToken(revoked_at: string | null = null) {
  const store = createMemoryStore();
  store.seed('tokens', {
    id: 'tok_1',
    user_id: 'usr_1',
    name: 'CI',
    secret_hash: 'f'.repeat(64),
    last_four: 'abcd',
    scopes: ['read'],
    created_at: AT,
    expires_at: null,
    revoked_at,
  });
  let commits = 0;
  store.onApplied(() => void (commits += 1));
  return { store, commits: () => commits };
}

test('uses are known at once, and many of them are written in one commit', async () => {
  const { store, commits } = storeWithToken();
  const lastUsed = createLastUsed({ store, log });
  expect(lastUsed.of('tok_1')).toBeNull();
  for (let use = 0; use < 1000; use += 1) lastUsed.touch('tok_1', AT);
  expect(lastUsed.of('tok_1')).toBe(AT);
  expect(commits()).toBe(0);
  await lastUsed.flush();
  await lastUsed.flush();
  expect(commits()).toBe(1);
  expect(store.tables.tokens.get('tok_1')?.last_used_at).toBe(AT);
  await lastUsed.close();
});

test('closing writes what is left, and a new start knows it', async () => {
  const { store } = storeWithToken();
  const lastUsed = createLastUsed({ store, log });
  lastUsed.touch('tok_1', AT);
  await lastUsed.close();
  const next = createLastUsed({ store, log });
  expect(next.of('tok_1')).toBe(AT);
  next.touch('tok_1', LATER);
  expect(next.of('tok_1')).toBe(LATER);
  await next.close();
});

test('connected apps have a last use too, as long as they are connected', async () => {
  const { store } = storeWithToken();
  const app: ConnectedApp = {
    id: 'app_1',
    user_id: 'usr_1',
    client_id: 'client',
    name: 'Claude',
    identity_host: null,
    redirect_host: 'claude.ai',
    base_url: 'https://kb.example.com',
    scopes: ['read'],
    trust_level: 'full',
    created_at: AT,
    disconnected_at: null,
  };
  store.seed('connected_apps', app);
  store.seed('connected_apps', { ...app, id: 'app_2', disconnected_at: AT });
  const lastUsed = createLastUsed({ store, log });
  expect(lastUsed.of('app_1')).toBeNull();
  lastUsed.touch('app_1', LATER);
  lastUsed.touch('app_2', LATER);
  expect(lastUsed.of('app_1')).toBe(LATER);
  await lastUsed.close();
  expect(store.tables.connected_apps.get('app_1')?.last_used_at).toBe(LATER);
  expect(store.tables.connected_apps.get('app_2')?.last_used_at).toBeUndefined();
  expect(createIdleLastUsed(store).of('app_1')).toBe(LATER);
});

test('calls of the connector are told from other uses of a token, and are uses too', async () => {
  const { store } = storeWithToken();
  const lastUsed = createLastUsed({ store, log });
  lastUsed.touch('tok_1', AT);
  expect(lastUsed.connectorCallOf('tok_1')).toBeNull();
  lastUsed.touchConnector('tok_1', AT);
  lastUsed.touch('tok_1', LATER);
  expect([lastUsed.of('tok_1'), lastUsed.connectorCallOf('tok_1')]).toEqual([LATER, AT]);
  await lastUsed.close();
  expect(store.tables.tokens.get('tok_1')).toMatchObject({ last_used_at: LATER, connector_called_at: AT });
  const next = createLastUsed({ store, log });
  next.touch('tok_1', LATER);
  expect(next.connectorCallOf('tok_1')).toBe(AT);
  await next.close();
  expect(createIdleLastUsed(store).connectorCallOf('tok_1')).toBe(AT);
});

test('a token that was revoked or deleted meanwhile is left as it is', async () => {
  const { store, commits } = storeWithToken(AT);
  const lastUsed = createLastUsed({ store, log });
  lastUsed.touch('tok_1', LATER);
  lastUsed.touch('tok_gone', LATER);
  await lastUsed.close();
  expect(commits()).toBe(0);
  expect(store.tables.tokens.get('tok_1')?.revoked_at).toBe(AT);
});

test('a write that fails is tried again with the next round, and closing never rejects', async () => {
  const { store, commits } = storeWithToken();
  let isBroken = true;
  const flaky = {
    ...store,
    begin() {
      if (isBroken) throw new Error('disk on fire');
      return store.begin();
    },
  };
  const lastUsed = createLastUsed({ store: flaky, log });
  lastUsed.touch('tok_1', AT);
  await lastUsed.flush();
  expect(commits()).toBe(0);
  isBroken = false;
  await lastUsed.close();
  expect(commits()).toBe(1);
});
