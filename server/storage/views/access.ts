import type { ConnectedApp } from '../../domain/connected-app.ts';
import type { OAuthArtifact } from '../../domain/oauth-artifact.ts';
import type { Session } from '../../domain/session.ts';
import type { SignInCode } from '../../domain/sign-in-code.ts';
import type { Sitting } from '../../domain/sitting.ts';
import { createGroups, createLookup } from './lookup.ts';

/** Who is let in: sessions, codes and apps, by their secret's hash and by the person they belong to. */
export function createAccessViews() {
  return {
    sessionSecrets: createLookup<Session>((session) => session.secret_hash),
    sessions: createGroups<Session>(
      (session) => session.user_id,
      (session) => session.created_at,
      'newest first',
    ),
    codeSecrets: createLookup<SignInCode>((code) => code.secret_hash),
    codes: createGroups<SignInCode>(
      (code) => code.user_id,
      (code) => code.created_at,
      'newest first',
    ),
    apps: createGroups<ConnectedApp>(
      (app) => app.user_id,
      (app) => app.created_at,
      'newest first',
    ),
    grantArtifacts: createGroups<OAuthArtifact>(
      (artifact) => artifact.grant_id,
      (artifact) => artifact.created_at,
      'oldest first',
    ),
    sittings: createGroups<Sitting>(
      (sitting) => sitting.credential_id,
      (sitting) => sitting.started_at,
      'newest first',
    ),
  };
}
