import { z } from 'zod';
import type { ConnectedApp } from '../../domain/connected-app.ts';
import { scopeSchema } from '../../domain/personal-token.ts';
import { trustLevelSchema } from '../../domain/trust-level.ts';
import type { OperationContext } from '../define.ts';
import { person, personSchema } from '../people.ts';

export const connectedAppSchema = z.object({
  id: z.string(),
  name: z.string().describe('What the app calls itself; nobody has verified it'),
  user: personSchema,
  client_id: z.string(),
  identity_host: z
    .string()
    .nullable()
    .describe('Host that vouches for the app; null when it registered itself'),
  redirect_host: z.string().describe('Where it was sent back to after consent'),
  base_url: z.string().describe('Address that it connected to'),
  scopes: z.array(scopeSchema),
  trust_level: trustLevelSchema,
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  needs_reconnect: z.boolean().describe('The workspace is no longer at the address that it connected to'),
  disconnected_at: z.string().nullable(),
});

export function presentConnectedApp(
  context: OperationContext,
  app: ConnectedApp,
): z.infer<typeof connectedAppSchema> {
  const { services } = context;
  return {
    id: app.id,
    name: app.name,
    user: person(context, app.user_id),
    client_id: app.client_id,
    identity_host: app.identity_host,
    redirect_host: app.redirect_host,
    base_url: app.base_url,
    scopes: app.scopes,
    trust_level: app.trust_level,
    created_at: app.created_at,
    last_used_at: services.lastUsed.of(app.id),
    needs_reconnect: app.disconnected_at === null && !services.isOwnAddress(app.base_url),
    disconnected_at: app.disconnected_at,
  };
}
