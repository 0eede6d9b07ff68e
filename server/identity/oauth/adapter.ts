import { errors, Provider, type Adapter, type AdapterFactory } from 'oidc-provider';
import type { DisconnectReason } from '../../domain/connected-app.ts';
import type { OAuthArtifact } from '../../domain/oauth-artifact.ts';
import { AppError } from '../../errors.ts';
import type { Services } from '../../operations/define.ts';
import { untilCommitted } from '../../operations/perform.ts';
import type { Transaction } from '../../ports.ts';
import { artifactId, isExpired, payloadOf, toArtifact } from './artifacts.ts';
import { endGrant, type Grant } from './grants.ts';
import { REFRESH_REUSE_GRACE_SECONDS } from './lifetimes.ts';

export interface AdapterOptions {
  services: Pick<Services, 'store' | 'views' | 'clock'>;
  /** Called after a grant was ended by revocation or by the reuse of a code or token. */
  onGrantEnded: (grant: Grant, reason: DisconnectReason) => Promise<void>;
  /** Makes room for a client that registers itself, in the commit that stores it. */
  makeRoomForClient: (tx: Transaction) => void;
}

/** What hangs on a grant: refused once the grant has ended, whoever was quicker. */
const OF_A_GRANT = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken']);

/**
 * Lets the authorization server keep its artifacts in our store, each change durable before it is answered. Rules
 * that must hold among parallel requests are transactions on the records: a code is redeemed once, an interaction
 * answered once, nothing is issued on an ended grant (security O4, O5, O7).
 *
 * The server's own browser sessions are not kept: who is signed in is for our sessions to say, at every request.
 */
export function createAdapterFactory(options: AdapterOptions): AdapterFactory {
  return (model) => (model === 'Session' ? forgetful : createAdapter(options, model));
}

function createAdapter(options: AdapterOptions, model: string): Adapter {
  const { services, onGrantEnded, makeRoomForClient } = options;
  const { store, clock } = services;

  const change = <T>(apply: (tx: Transaction) => T): Promise<T> =>
    untilCommitted(services, async () => {
      const tx = store.begin();
      const result = apply(tx);
      if (tx.hasChanges) await tx.commit();
      return result;
    }).catch((error: unknown) => {
      throw error instanceof AppError ? unavailable(error) : error;
    });

  const end = async (grantId: string) => {
    const reason = endReason();
    const extent = reason === 'refresh token reused' ? 'connection' : 'one';
    const grant = await change((tx) => endGrant(tx, services, grantId, extent));
    if (grant) await onGrantEnded(grant, reason);
  };

  return {
    async upsert(id, payload, expiresIn) {
      const now = clock.now();
      const expiresAt = expiresIn === undefined ? null : new Date(now + expiresIn * 1000).toISOString();
      const artifact = toArtifact(
        model,
        id,
        { ...payload },
        { createdAt: new Date(now).toISOString(), expiresAt },
      );
      await change((tx) => {
        if (isForEndedGrant(tx, artifact)) return;
        if (model === 'Interaction') checkUnanswered(tx, artifact);
        if (model === 'Client') makeRoomForClient(tx);
        tx.oauth_artifacts.put(artifact);
      });
    },
    async find(id) {
      const artifact = store.tables.oauth_artifacts.get(artifactId(model, id));
      if (!artifact || isExpired(artifact, clock.now())) return undefined;
      const payload = payloadOf(artifact, id);
      if (isWithinGrace(artifact, clock.now())) delete payload['consumed'];
      return payload;
    },
    async consume(id) {
      const now = clock.now();
      const replayed = await change((tx) => {
        const artifact = tx.oauth_artifacts.get(artifactId(model, id));
        if (!artifact) throw new errors.InvalidGrant('it has been revoked');
        if (isWithinGrace(artifact, now)) return null;
        if (artifact.payload['consumed'] !== undefined) return artifact.grant_id;
        tx.oauth_artifacts.put({ ...artifact, payload: { ...artifact.payload, consumed: now / 1000 } });
        return null;
      });
      if (replayed === null) return;
      await end(replayed);
      throw new errors.InvalidGrant('it was used before');
    },
    async destroy(id) {
      if (model === 'Grant') return end(id);
      return change((tx) => {
        const key = artifactId(model, id);
        if (tx.oauth_artifacts.get(key)) tx.oauth_artifacts.delete(key);
      });
    },
    revokeByGrantId: end,
    findByUid: notKept,
    findByUserCode: notKept,
  };
}

/** An answer that reaches its caller after the end of the grant is worth nothing, as if it had come just before. */
function isForEndedGrant(tx: Transaction, { model, grant_id }: OAuthArtifact): boolean {
  if (!OF_A_GRANT.has(model)) return false;
  return grant_id === null || !tx.oauth_artifacts.get(artifactId('Grant', grant_id));
}

/** Of two answers to one question, such as of a double click, the first one counts (security O7). */
function checkUnanswered(tx: Transaction, { id, payload }: OAuthArtifact): void {
  const known = tx.oauth_artifacts.get(id);
  if (known?.payload['result'] !== undefined && payload['result'] !== undefined)
    throw new errors.SessionNotFound('this request was answered already');
}

/** See `REFRESH_REUSE_GRACE_SECONDS`; counted from the first use. */
function isWithinGrace({ model, payload }: OAuthArtifact, now: number): boolean {
  const { consumed } = payload;
  if (model !== 'RefreshToken' || typeof consumed !== 'number') return false;
  return now / 1000 - consumed <= REFRESH_REUSE_GRACE_SECONDS;
}

/** Why the request that is answered now ends a grant: asked to, or by a code or token that was used before. */
function endReason(): DisconnectReason {
  const { route, params } = Provider.ctx?.oidc ?? {};
  if (route !== 'token') return 'revoked by the app';
  return params?.['grant_type'] === 'refresh_token' ? 'refresh token reused' : 'code reused';
}

/** A full disk is no reason for a client to give up its tokens: it may ask again (RFC 6749 has no better code). */
function unavailable(cause: AppError): errors.OIDCProviderError {
  const error = new errors.TemporarilyUnavailable('the workspace cannot save anything just now', { cause });
  error.status = 503;
  error.statusCode = 503;
  return error;
}

async function notKept(): Promise<undefined> {
  return undefined;
}

const forgetful: Adapter = {
  upsert: notKept,
  find: notKept,
  consume: notKept,
  destroy: notKept,
  revokeByGrantId: notKept,
  findByUid: notKept,
  findByUserCode: notKept,
};
