import { z } from 'zod';
import { timestamp } from '../../clock.ts';
import type { ConnectedApp } from '../../domain/connected-app.ts';
import { scopeSchema, type Scope } from '../../domain/personal-token.ts';
import type { User } from '../../domain/user.ts';
import { liveApp } from '../../operations/connected-apps/live.ts';
import type { Services } from '../../operations/define.ts';
import { mayAct, readOnce } from '../authenticate.ts';
import { artifactId, isExpired } from './artifacts.ts';
import { resourceOf } from './endpoints.ts';

/** As the authorization server mints them: 256 random bits in base64url. */
const ACCESS_TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Whether a text has the form of an access token. A right form proves nothing yet. */
export function isAccessTokenForm(text: string): boolean {
  return ACCESS_TOKEN.test(text);
}

export interface VerifiedAccess {
  app: ConnectedApp;
  user: User;
  scopes: readonly Scope[];
}

/** Anything missing, unknown or of another kind means no (security T6). */
const usableToken = () =>
  z.object({
    model: z.literal('AccessToken'),
    grant_id: z.string().min(1),
    account_id: z.string().min(1),
    client_id: z.string().min(1),
    expires_at: z.iso.datetime(),
    payload: z.object({
      kind: z.literal('AccessToken'),
      aud: z.string().min(1),
      scope: z
        .string()
        .transform((text) => text.split(' '))
        .pipe(z.array(scopeSchema).min(1)),
      grantId: z.string().min(1),
      accountId: z.string().min(1),
      clientId: z.string().min(1),
      exp: z.number(),
    }),
  });

const readArtifact = readOnce(usableToken);

/**
 * Who stands behind an access token, as the records say at this moment: the token is alive and for the connector at
 * this very address, its grant and its app still stand (security O9, A7). The authorization server is not needed for it.
 *
 * @returns undefined for every other token, whatever is wrong with it
 */
export function verifyAccessToken(
  { store, views, clock, lastUsed }: Pick<Services, 'store' | 'views' | 'clock' | 'lastUsed'>,
  token: string,
  baseUrl: string,
): VerifiedAccess | undefined {
  if (!isAccessTokenForm(token)) return undefined;
  const { oauth_artifacts: artifacts, users } = store.tables;
  const artifact = artifacts.get(artifactId('AccessToken', token));
  const usable = artifact && readArtifact(artifact);
  if (!usable) return undefined;
  const { account_id, client_id, grant_id, expires_at, payload } = usable;
  if (Date.parse(expires_at) <= clock.now() || payload.aud !== resourceOf(baseUrl)) return undefined;
  if (payload.accountId !== account_id || payload.clientId !== client_id || payload.grantId !== grant_id)
    return undefined;
  const grant = artifacts.get(artifactId('Grant', grant_id));
  if (grant?.account_id !== account_id || grant.client_id !== client_id) return undefined;
  const app = liveApp(views, { userId: account_id, clientId: client_id, baseUrl });
  const user = users.get(account_id);
  const scopes = payload.scope.filter((scope) => app?.scopes.includes(scope));
  if (!app || scopes.length === 0 || !user || !mayAct(user)) return undefined;
  lastUsed.touch(app.id, timestamp(clock));
  return { app, user, scopes };
}

/** Whether a token was minted here and has run out: whoever sends it may refresh it, and guesses nothing. */
export function isExpiredAccessToken(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  token: string,
): boolean {
  const artifact = store.tables.oauth_artifacts.get(artifactId('AccessToken', token));
  return artifact !== undefined && isExpired(artifact, clock.now());
}
