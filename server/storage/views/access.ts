import type { ConnectedApp } from '../../domain/connected-app.ts';
import type { OAuthArtifact } from '../../domain/oauth-artifact.ts';
import type { Session } from '../../domain/session.ts';
import type { SignInCode } from '../../domain/sign-in-code.ts';
import type { Sitting } from '../../domain/sitting.ts';
import { createGroups, createLookup } from './lookup.ts';

/** Who is let in: sessions, codes and apps, by their secret's hash and by the person they belong to. */

export const createSessionSecrets = () => createLookup<Session>((session) => session.secret_hash);

export const createSessionsOf = () =>
  createGroups<Session>(
    (session) => session.user_id,
    (session) => session.created_at,
    'newest first',
  );

export const createCodeSecrets = () => createLookup<SignInCode>((code) => code.secret_hash);

export const createCodesOf = () =>
  createGroups<SignInCode>(
    (code) => code.user_id,
    (code) => code.created_at,
    'newest first',
  );

export const createAppsOf = () =>
  createGroups<ConnectedApp>(
    (app) => app.user_id,
    (app) => app.created_at,
    'newest first',
  );

export const createArtifactsOfGrant = () =>
  createGroups<OAuthArtifact>(
    (artifact) => artifact.grant_id,
    (artifact) => artifact.created_at,
    'oldest first',
  );

/** Sittings of one token or connected app. */
export const createSittingsOf = () =>
  createGroups<Sitting>(
    (sitting) => sitting.credential_id,
    (sitting) => sitting.started_at,
    'newest first',
  );
