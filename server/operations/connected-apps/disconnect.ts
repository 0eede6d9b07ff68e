import { z } from 'zod';
import { DISCONNECT_REASONS, type ConnectedApp, type DisconnectReason } from '../../domain/connected-app.ts';
import { idSchema } from '../../domain/identifier.ts';
import type { OAuthArtifact } from '../../domain/oauth-artifact.ts';
import { badRequest } from '../../errors.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { notify } from '../notifications/notify.ts';
import { loadConnectedApp } from './load.ts';
import { connectedAppSchema, presentConnectedApp } from './view.ts';

/**
 * Ends an app's access at once and for good: "Revoke in Connected apps → next call 401" (security O12). Its codes,
 * access and refresh tokens and the grant behind them go in the same commit. Disconnecting again changes nothing.
 * The audit entry says why, and a person who did not do it is told in their inbox.
 */
export const disconnectApp = defineOperation({
  name: 'connected_apps.disconnect',
  summary: 'Disconnect an app',
  scope: 'write',
  effect: 'destructive',
  reach: 'person',
  peopleHint: 'People disconnect apps in their account.',
  input: z.strictObject({
    id: idSchema('connected_app'),
    reason: z
      .enum(DISCONNECT_REASONS)
      .optional()
      .describe('Why the program itself does it; people give none'),
  }),
  output: z.object({ app: connectedAppSchema }),
  run(context, { id, reason: given }) {
    const app = loadConnectedApp(context, id);
    const reason = reasonOf(context, app, given);
    const ended = { ...app, disconnected_at: app.disconnected_at ?? context.now };
    if (app.disconnected_at === null) {
      context.tx.connected_apps.put(ended);
      if (app.user_id !== context.actor.user_id)
        notify(context, app.user_id, 'app_disconnected', { connected_app_id: id });
    }
    for (const artifact of artifactsOf(context, app)) context.tx.oauth_artifacts.delete(artifact.id);
    context.record(
      { type: 'connected_app', id },
      { details: { name: app.name, username: usernameOf(context, app), reason } },
    );
    return { app: presentConnectedApp(context, ended) };
  },
});

/** What the audit log says. A person cannot claim a reason of the program's. */
function reasonOf(
  { actor }: OperationContext,
  { user_id }: ConnectedApp,
  given: DisconnectReason | undefined,
): string {
  if (actor.credential.kind === 'system') return given ?? 'ended by the program';
  if (given !== undefined) throw badRequest('reason: is given by the program itself only');
  return actor.user_id === user_id ? 'disconnected by the person' : 'disconnected by an admin';
}

function usernameOf({ tx }: OperationContext, { user_id }: ConnectedApp): string {
  return tx.users.get(user_id)?.username ?? '';
}

/** What an app can act or come back with. */
const USABLE_MODELS: ReadonlySet<string> = new Set([
  'Grant',
  'AuthorizationCode',
  'AccessToken',
  'RefreshToken',
]);

function artifactsOf({ services }: OperationContext, app: ConnectedApp): OAuthArtifact[] {
  return [...services.store.tables.oauth_artifacts.all()].filter(
    (artifact) =>
      USABLE_MODELS.has(artifact.model) &&
      artifact.account_id === app.user_id &&
      artifact.client_id === app.client_id &&
      !isOfAnotherAddress(artifact, app.base_url),
  );
}

/** The same client may be connected at another address of the workspace, and stays so. What names none goes too. */
function isOfAnotherAddress({ payload }: OAuthArtifact, baseUrl: string): boolean {
  const { aud, resource, resources } = payload;
  const named = [aud, resource, Object.keys(Object(resources))].flat().filter((value) => value !== undefined);
  return named.length > 0 && !named.some((value) => isBelow(value, baseUrl));
}

function isBelow(address: unknown, baseUrl: string): boolean {
  return typeof address === 'string' && (address === baseUrl || address.startsWith(`${baseUrl}/`));
}
