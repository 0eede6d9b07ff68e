import { describe, expect, test } from 'vitest';
import { buildWorkspace } from '../../test/builders/workspace.ts';
import type { PersonalToken } from '../domain/personal-token.ts';
import { AppError } from '../errors.ts';
import { createViews } from '../storage/views/create-views.ts';
import { authenticateBearer } from './authenticate.ts';
import { createLastUsed } from './last-used.ts';
import { mintPersonalToken } from '../domain/token-secret.ts';

/** A workspace with one stored token of the editor, changed as the test wants. */
function given({ token: changes = {}, user: userChanges = {} }: { token?: object; user?: object } = {}) {
  const workspace = buildWorkspace();
  const { services, store } = workspace;
  const { secret, hash, last_four } = mintPersonalToken();
  const user = services.views.userByName('editor');
  if (!user) throw new Error('The workspace has no editor.');
  const token: PersonalToken = {
    id: 'tok_00000000000x',
    user_id: user.id,
    name: 'CI',
    secret_hash: hash,
    last_four,
    scopes: ['read'],
    created_at: '2026-03-01T08:00:00.000Z',
    expires_at: null,
    revoked_at: null,
  };
  store.seed('users', Object.assign(user, userChanges));
  store.seed('tokens', Object.assign(token, changes));
  const lastUsed = createLastUsed({ store, log: services.log });
  let lookups = 0;
  const views = createViews(store);
  const counted = { ...views, tokenByHash: (wanted: string) => ((lookups += 1), views.tokenByHash(wanted)) };
  const authenticate = (...headers: string[]) =>
    authenticateBearer({ store, clock: workspace.clock, lastUsed, views: counted }, headers);
  return { workspace, user, secret, hash, lastUsed, authenticate, lookups: () => lookups };
}

function refusal(attempt: () => unknown): { code: string; message: string } {
  try {
    attempt();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, message: error.message };
    throw error;
  }
  return { code: 'accepted', message: '' };
}

const INVALID = { code: 'unauthorized', message: 'This token is not valid.' };

describe('"A token acts as its owner"', () => {
  test('given a good token, its record and its owner are found and its use is noted', () => {
    const { authenticate, secret, user, lastUsed } = given();
    const { token, user: owner } = authenticate(`Bearer ${secret}`);
    expect(owner.id).toBe(user.id);
    expect(token.scopes).toEqual(['read']);
    expect(lastUsed.of(token.id)).toBe('2026-03-01T09:00:00.000Z');
  });

  test('the scheme is written in any case (RFC 9110)', () => {
    const { authenticate, secret } = given();
    expect(authenticate(`bearer ${secret}`).token.name).toBe('CI');
  });

  test.each([
    ['no header', []],
    ['an empty header', ['']],
    ['Basic', ['Basic dXNlcjpwYXNz']],
    ['a scheme without a token', ['Bearer']],
    ['two tokens in one header', ['Bearer a b']],
  ])('given %s, it is unauthorized', (_name, headers) => {
    expect(refusal(() => given().authenticate(...headers)).code).toBe('unauthorized');
  });

  test('two Authorization headers are refused, even when both hold the good token', () => {
    const { authenticate, secret } = given();
    expect(refusal(() => authenticate(`Bearer ${secret}`, `Bearer ${secret}`)).code).toBe('unauthorized');
  });

  test('"checksum refused before any lookup": a mistyped token never reaches the records', () => {
    const { authenticate, secret, hash, lookups } = given();
    const mistyped = `${secret.slice(0, 20)}${secret[20] === 'a' ? 'b' : 'a'}${secret.slice(21)}`;
    for (const wrong of [
      mistyped,
      hash,
      `cpl_up_${secret.slice(8)}`,
      secret.slice(8),
      secret.toLowerCase(),
    ]) {
      expect(refusal(() => authenticate(`Bearer ${wrong}`))).toEqual(INVALID);
    }
    expect(lookups()).toBe(0);
  });

  test('unknown, revoked, orphaned and disabled all answer alike', () => {
    const cases = [
      given({ token: { revoked_at: '2026-03-01T08:30:00.000Z' } }),
      given({ token: { user_id: 'usr_00000000000x' } }),
      given({ user: { disabled: true } }),
    ];
    const unknown = mintPersonalToken().secret;
    expect(refusal(() => given().authenticate(`Bearer ${unknown}`))).toEqual(INVALID);
    for (const { authenticate, secret } of cases) {
      expect(refusal(() => authenticate(`Bearer ${secret}`))).toEqual(INVALID);
    }
  });

  test('a token is good until the very millisecond that it expires', () => {
    const { authenticate, secret, workspace } = given({ token: { expires_at: '2026-03-01T09:00:01.000Z' } });
    workspace.clock.advance(999);
    expect(authenticate(`Bearer ${secret}`).token.name).toBe('CI');
    workspace.clock.advance(1);
    expect(refusal(() => authenticate(`Bearer ${secret}`)).code).toBe('token_expired');
  });
});

describe('"Any missing or unknown claim, scope, kind or audience = deny"', () => {
  const broken: [string, { token?: object; user?: object }][] = [
    ...['id', 'user_id', 'name', 'last_four', 'scopes', 'created_at', 'expires_at', 'revoked_at'].map(
      (field): [string, { token: object }] => [`a token without ${field}`, { token: { [field]: undefined } }],
    ),
    ['no scope', { token: { scopes: [] } }],
    ['an unknown scope', { token: { scopes: ['read', 'admin'] } }],
    ['scopes as text', { token: { scopes: 'read' } }],
    ['an expiry that is no time', { token: { expires_at: 'never' } }],
    ['an expiry as a number', { token: { expires_at: 4_102_444_800_000 } }],
    ['revoked as false', { token: { revoked_at: false } }],
    ['a user without a role', { user: { role: undefined } }],
    ['a user with an unknown role', { user: { role: 'root' } }],
    ['a user without the disabled flag', { user: { disabled: undefined } }],
    ['a user with a disabled flag of another kind', { user: { disabled: 0 } }],
  ];
  test.each(broken)('given %s, it is refused', (_name, records) => {
    const { authenticate, secret } = given(records);
    expect(refusal(() => authenticate(`Bearer ${secret}`))).toEqual(INVALID);
  });
});
