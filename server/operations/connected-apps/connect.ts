import { z } from 'zod';
import type { ConnectedApp } from '../../domain/connected-app.ts';
import { newId } from '../../domain/identifier.ts';
import { scopesSchema } from '../../domain/personal-token.ts';
import { lineSchema } from '../../domain/text.ts';
import { trustLevelSchema } from '../../domain/trust-level.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { notify } from '../notifications/notify.ts';
import { liveApp } from './live.ts';
import { connectedAppSchema, presentConnectedApp } from './view.ts';

/** What an app that asks to be connected says of itself. */
export const appRequestFields = {
  client_id: lineSchema(2048),
  name: lineSchema(100),
  identity_host: lineSchema(255).nullable(),
  redirect_host: lineSchema(255),
  scopes: scopesSchema,
};

const inputSchema = z.strictObject({ ...appRequestFields, trust_level: trustLevelSchema });

/**
 * Keeps that the acting person let an app in at this address. There is one record for each person, client and
 * address: consent that is given again renews it. An app that was disconnected gets a new record, so that nothing
 * of the old one ever comes back to life.
 */
export const connectApp = defineOperation({
  name: 'connected_apps.connect',
  summary: 'Connect an app',
  scope: 'write',
  effect: 'write',
  reach: 'person',
  peopleHint: 'People connect apps themselves: the app asks them in the browser.',
  input: inputSchema,
  output: z.object({ app: connectedAppSchema }),
  run(context, input) {
    const { actor, user, tx } = context;
    // Of two consents in one moment, the second finds the record of the first.
    tx.claim(`connected-app:${user.id}:${actor.base_url}:${input.client_id}`);
    const earlier = connectedBefore(context, input.client_id);
    const app: ConnectedApp = {
      ...(earlier ?? { id: newId('connected_app'), created_at: context.now }),
      ...input,
      user_id: user.id,
      base_url: actor.base_url,
      disconnected_at: null,
    };
    tx.connected_apps.put(app);
    if (!earlier) notify(context, user.id, 'app_connected', { connected_app_id: app.id });
    context.record(
      { type: 'connected_app', id: app.id },
      {
        details: {
          name: app.name,
          client_id: app.client_id,
          redirect_host: app.redirect_host,
          scopes: app.scopes.join(' '),
          trust_level: app.trust_level,
          renewed: earlier !== undefined,
        },
      },
    );
    return { app: presentConnectedApp(context, app) };
  },
});

function connectedBefore(
  { actor, user, tx, services }: OperationContext,
  clientId: string,
): ConnectedApp | undefined {
  const known = liveApp(services.views, { userId: user.id, clientId, baseUrl: actor.base_url });
  const app = known && tx.connected_apps.get(known.id);
  return app?.disconnected_at === null ? app : undefined;
}
