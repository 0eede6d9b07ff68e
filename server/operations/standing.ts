import type { Scope } from '../domain/personal-token.ts';
import type { TrustLevel } from '../domain/trust-level.ts';
import { AppError } from '../errors.ts';
import { refusalFor } from '../policies/decision.ts';
import { mayCall } from '../policies/trust.ts';
import type { ReadableTable, ResidentRecords } from '../ports.ts';
import type { Credential, Operation } from './define.ts';

/** The records that credentials stand on, as a transaction or the committed tables hold them. */
export type CredentialRecords = {
  readonly [
    Name in 'users' | 'tokens' | 'connected_apps' | 'sessions' | 'sign_in_codes' | 'upload_links'
  ]: Pick<ReadableTable<ResidentRecords[Name]>, 'get'>;
};

/**
 * Whether the credential still stands, as of this attempt: a revocation counts from the next request on (security A7).
 *
 * @param now RFC 3339
 * @throws {AppError} `unauthorized`
 */
export function checkCredential(
  records: CredentialRecords,
  credential: Credential,
  userId: string,
  now: string,
): void {
  switch (credential.kind) {
    case 'personal_token': {
      const token = records.tokens.get(credential.id);
      if (token?.user_id !== userId || token.revoked_at !== null)
        throw new AppError('unauthorized', 'This token was revoked.');
      return;
    }
    case 'connected_app': {
      const app = records.connected_apps.get(credential.id);
      if (app?.user_id !== userId || app.disconnected_at !== null)
        throw new AppError('unauthorized', 'This app was disconnected.');
      return;
    }
    case 'session': {
      const session = records.sessions.get(credential.id);
      if (session?.user_id !== userId || session.ended_at !== null)
        throw new AppError('unauthorized', 'This session has ended.', { hint: 'Sign in again.' });
      return;
    }
    case 'upload_link': {
      const link = records.upload_links.get(credential.id);
      if (link?.user_id !== userId || link.revoked_at !== null)
        throw new AppError('unauthorized', 'This upload link was revoked.');
      if (link.credential_id !== null && !standsToMint(records, link.credential_id, userId, now))
        throw new AppError('unauthorized', 'The app or token that made this upload link is gone.');
      return;
    }
    case 'password': {
      if (records.users.get(userId)?.password_hash !== credential.password_hash)
        throw new AppError('unauthorized', 'The password was changed meanwhile.', { hint: 'Sign in again.' });
      return;
    }
    case 'sign_in_code': {
      const code = records.sign_in_codes.get(credential.id);
      if (code?.user_id !== userId || code.ended_at !== null)
        throw new AppError('unauthorized', 'This code is not valid any more.');
      return;
    }
    case 'desk':
    case 'diagnostics':
    case 'system':
  }
}

/**
 * An upload link dies with the app or token that minted it.
 *
 * @param now RFC 3339
 */
export function standsToMint(
  records: CredentialRecords,
  mintedBy: string,
  userId: string,
  now: string,
): boolean {
  const app = records.connected_apps.get(mintedBy);
  if (app) return app.user_id === userId && app.disconnected_at === null;
  const token = records.tokens.get(mintedBy);
  if (token?.user_id !== userId || token.revoked_at !== null) return false;
  return token.expires_at === null || Date.parse(token.expires_at) > Date.parse(now);
}

/** What the person allowed the app, as of this attempt; an upload link acts with the trust of whoever minted it. */
export function trustOf(records: CredentialRecords, credential: Credential): TrustLevel {
  const app = appBehind(records, credential);
  return app === undefined ? 'full' : (app?.trust_level ?? 'read');
}

/**
 * Why a credential of this trust may not call an operation at all, or undefined. One answer for calls and for the
 * connector, which hides its tools by it (security M1).
 */
export function trustRefusal(operation: Operation, trust: TrustLevel): AppError | undefined {
  return refusalFor(mayCall(trust, operation));
}

/** The scopes of a credential that stand: those of an app may have been narrowed since its tokens were made. */
export function scopesOf(
  records: CredentialRecords,
  credential: Credential,
  scopes: readonly Scope[],
): readonly Scope[] {
  const app = appBehind(records, credential);
  return app === undefined ? scopes : scopes.filter((scope) => app?.scopes.includes(scope));
}

/** The app that a credential acts for; undefined when it is none's, null when the app's record is gone. */
function appBehind(records: CredentialRecords, credential: Credential) {
  if (credential.kind === 'connected_app') return records.connected_apps.get(credential.id) ?? null;
  if (credential.kind !== 'upload_link') return undefined;
  const mintedBy = records.upload_links.get(credential.id)?.credential_id ?? null;
  return mintedBy === null ? undefined : records.connected_apps.get(mintedBy);
}
