import { describe, expect, it } from 'vitest';
import { buildWorkspace } from '../../../test/builders/workspace.ts';
import type { ConnectedApp } from '../../domain/connected-app.ts';
import type { OAuthArtifact } from '../../domain/oauth-artifact.ts';
import { verifyAccessToken } from './access-token.ts';
import { artifactId } from './artifacts.ts';

const BASE = 'https://kb.example.com';
const TOKEN = 'A'.repeat(43);
const CLIENT = 'client-1';

/** A workspace with one connected app, whose token and grant a test may spoil. */
function connected(
  spoil: (records: { token: OAuthArtifact; grant: OAuthArtifact; app: ConnectedApp }) => void = () =>
    undefined,
) {
  const workspace = buildWorkspace();
  const user = workspace.services.views.userByName('editor');
  const account = user?.id ?? '';
  const rest = { account_id: account, client_id: CLIENT, created_at: '2026-03-01T09:00:00.000Z' };
  const token: OAuthArtifact = {
    ...rest,
    id: artifactId('AccessToken', TOKEN),
    model: 'AccessToken',
    grant_id: 'grant-1',
    expires_at: '2026-03-01T10:00:00.000Z',
    payload: {
      kind: 'AccessToken',
      aud: `${BASE}/api/mcp`,
      scope: 'read write',
      grantId: 'grant-1',
      accountId: account,
      clientId: CLIENT,
      iat: 1,
      exp: 2,
    },
  };
  const grant: OAuthArtifact = {
    ...rest,
    id: 'Grant:grant-1',
    model: 'Grant',
    grant_id: 'grant-1',
    expires_at: '2027-03-01T09:00:00.000Z',
    payload: {},
  };
  const app: ConnectedApp = {
    id: 'app_1',
    user_id: account,
    client_id: CLIENT,
    name: 'Assistant',
    identity_host: null,
    redirect_host: 'claude.ai',
    base_url: BASE,
    scopes: ['read', 'write'],
    trust_level: 'full',
    created_at: rest.created_at,
    disconnected_at: null,
  };
  spoil({ token, grant, app });
  workspace.store.seed('oauth_artifacts', token);
  workspace.store.seed('oauth_artifacts', grant);
  workspace.store.seed('connected_apps', app);
  // The views are built anew with what was seeded.
  workspace.addUser('viewer', 'somebody');
  return workspace;
}

const verify = (workspace: ReturnType<typeof connected>, token = TOKEN, base = BASE) =>
  verifyAccessToken(workspace.services, token, base);

describe('a stored access token', () => {
  it('stands for its person, app and scopes', () => {
    expect(verify(connected())).toMatchObject({
      app: { id: 'app_1' },
      user: { username: 'editor' },
      scopes: ['read', 'write'],
    });
  });

  const fields = ['model', 'grant_id', 'account_id', 'client_id', 'expires_at'] as const;
  const claims = ['kind', 'aud', 'scope', 'grantId', 'accountId', 'clientId', 'exp'];
  const wrong = [undefined, null, '', 0, 'other', [], {}];

  it.each(fields)('with a missing or unknown %s means no', (field) => {
    for (const value of wrong) {
      const workspace = connected(({ token }) => void Object.assign(token, { [field]: value }));
      expect(verify(workspace), JSON.stringify(value)).toBeUndefined();
    }
  });

  it.each(claims)('with a missing or unknown %s in its payload means no', (claim) => {
    for (const value of wrong) {
      if (claim === 'exp' && value === 0) continue;
      const workspace = connected(({ token }) => void (token.payload = { ...token.payload, [claim]: value }));
      expect(verify(workspace), JSON.stringify(value)).toBeUndefined();
    }
  });

  it('with a scope too many, of another address, or past its hour means no', () => {
    expect(verify(connected(({ token }) => void (token.payload['scope'] = 'read admin')))).toBeUndefined();
    expect(verify(connected(), TOKEN, 'https://other.example.com')).toBeUndefined();
    expect(verify(connected(), TOKEN, `${BASE}/`)).toBeUndefined();
    const workspace = connected();
    workspace.clock.advance(3_600_000 - 1);
    expect(verify(workspace)).toBeDefined();
    workspace.clock.advance(1);
    expect(verify(workspace)).toBeUndefined();
  });

  it('whose grant is gone or another’s means no', () => {
    expect(verify(connected(({ grant }) => void (grant.id = 'Grant:other')))).toBeUndefined();
    expect(verify(connected(({ grant }) => void (grant.account_id = 'usr_other')))).toBeUndefined();
    expect(verify(connected(({ grant }) => void (grant.client_id = 'other')))).toBeUndefined();
  });

  it('whose app is disconnected, another’s, or elsewhere means no; its scopes are the most there is', () => {
    expect(
      verify(connected(({ app }) => void (app.disconnected_at = '2026-03-01T09:00:00.000Z'))),
    ).toBeUndefined();
    expect(verify(connected(({ app }) => void (app.user_id = 'usr_other')))).toBeUndefined();
    expect(verify(connected(({ app }) => void (app.client_id = 'other')))).toBeUndefined();
    expect(verify(connected(({ app }) => void (app.base_url = 'https://other.example.com')))).toBeUndefined();
    expect(verify(connected(({ app }) => void (app.scopes = ['read'])))?.scopes).toEqual(['read']);
    expect(verify(connected(({ app }) => void (app.scopes = [])))).toBeUndefined();
  });

  it('of any other form never reaches the records', () => {
    const workspace = connected();
    for (const token of [
      '',
      'A'.repeat(42),
      'A'.repeat(44),
      `${'A'.repeat(42)} `,
      `${'A'.repeat(42)}=`,
      'cpl_pat_x',
    ])
      expect(verify(workspace, token)).toBeUndefined();
  });
});
