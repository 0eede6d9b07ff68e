import { z } from 'zod';
import type { ConnectedApp } from '../../domain/connected-app.ts';
import { idSchema } from '../../domain/identifier.ts';
import type { OAuthArtifact } from '../../domain/oauth-artifact.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { loadConnectedApp } from './load.ts';
import { connectedAppSchema, presentConnectedApp } from './view.ts';

/**
 * Ends an app's access at once and for good: "Revoke in Connected apps → next call 401" (security O12). Its codes,
 * access and refresh tokens and the grant behind them go in the same commit. Disconnecting again changes nothing.
 */
export const disconnectApp = defineOperation({
  name: 'connected_apps.disconnect',
  summary: 'Disconnect an app',
  scope: 'write',
  effect: 'destructive',
  reach: 'person',
  peopleHint: 'People disconnect apps in their account.',
  input: z.strictObject({ id: idSchema('connected_app') }),
  output: z.object({ app: connectedAppSchema }),
  run(context, { id }) {
    const app = loadConnectedApp(context, id);
    const ended = { ...app, disconnected_at: app.disconnected_at ?? context.now };
    if (app.disconnected_at === null) context.tx.connected_apps.put(ended);
    for (const artifact of artifactsOf(context, app)) context.tx.oauth_artifacts.delete(artifact.id);
    context.record(
      { type: 'connected_app', id },
      { details: { name: app.name, username: usernameOf(context, app) } },
    );
    return { app: presentConnectedApp(context, ended) };
  },
});

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
