import type { ConnectedApp } from '../../server/domain/connected-app.ts';
import { newId } from '../../server/domain/identifier.ts';
import type { PersonalToken, Scope } from '../../server/domain/personal-token.ts';
import type { TrustLevel } from '../../server/domain/trust-level.ts';
import type { Session } from '../../server/domain/session.ts';
import type { SignInCode } from '../../server/domain/sign-in-code.ts';
import type { Sitting } from '../../server/domain/sitting.ts';
import type { TestWorkspace } from '../builders/workspace.ts';

export function seedToken(
  workspace: TestWorkspace,
  username: string,
  scopes: Scope[],
  id = newId('token'),
): PersonalToken {
  const token: PersonalToken = {
    id,
    user_id: workspace.actor(username).user_id ?? '',
    name: 'script',
    secret_hash: '',
    last_four: '',
    scopes,
    created_at: '2026-01-01T00:00:00.000Z',
    expires_at: null,
    revoked_at: null,
  };
  workspace.store.seed('tokens', token);
  return token;
}

/** An app that a person let in with everything, up to a level. */
export function seedApp(
  workspace: TestWorkspace,
  username: string,
  trust_level: TrustLevel,
  more: Partial<Pick<ConnectedApp, 'id' | 'base_url' | 'scopes'>> = {},
): ConnectedApp {
  const { id = newId('connected_app') } = more;
  const app: ConnectedApp = {
    id,
    user_id: workspace.actor(username).user_id ?? '',
    client_id: `https://app.example/${id}`,
    name: 'App',
    identity_host: 'app.example',
    redirect_host: 'app.example',
    base_url: 'https://kb.example.com',
    scopes: ['read', 'write'],
    trust_level,
    created_at: '2026-01-01T00:00:00.000Z',
    disconnected_at: null,
    ...more,
  };
  workspace.store.seed('connected_apps', app);
  return app;
}

/** A browser that somebody is signed in with. */
export function seedSession(workspace: TestWorkspace, username: string): Session {
  const session: Session = {
    id: newId('session'),
    user_id: workspace.actor(username).user_id ?? '',
    listener: 'public',
    secret_hash: '',
    browser_hash: null,
    device: 'Firefox on Linux',
    ip: null,
    created_at: '2026-03-01T08:00:00.000Z',
    last_seen_at: '2026-03-01T08:00:00.000Z',
    expires_at: '2026-03-08T08:00:00.000Z',
    ended_at: null,
  };
  workspace.store.seed('sessions', session);
  return session;
}

/** A link behind which somebody chooses their password. */
export function seedInvitation(workspace: TestWorkspace, username: string): SignInCode {
  const user_id = workspace.actor(username).user_id ?? '';
  const invitation: SignInCode = {
    id: newId('sign_in_code'),
    kind: 'invitation',
    user_id,
    secret_hash: '',
    created_by: user_id,
    created_at: '2026-03-01T08:00:00.000Z',
    expires_at: '2026-03-08T08:00:00.000Z',
    ended_at: null,
  };
  workspace.store.seed('sign_in_codes', invitation);
  return invitation;
}

/** A sitting of a token of somebody’s, in which nothing was written. */
export function seedSitting(workspace: TestWorkspace, username: string): Sitting {
  const sitting: Sitting = {
    id: newId('sitting'),
    user_id: workspace.actor(username).user_id ?? '',
    credential_id: newId('token'),
    client: 'script',
    started_at: '2026-03-01T08:00:00.000Z',
    last_write_at: '2026-03-01T08:00:00.000Z',
  };
  workspace.store.seed('sittings', sitting);
  return sitting;
}
