import { z } from 'zod';
import type { ConnectedApp } from '../../domain/connected-app.ts';
import { usernameSchema } from '../../domain/user.ts';
import { credentialOwners } from '../credential-owner.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { connectedAppSchema, presentConnectedApp } from './view.ts';

/** "Connected apps are listed […] with last-used times" (specification, Authentication 5), newest first. */
export const listConnectedApps = defineOperation({
  name: 'connected_apps.list',
  summary: 'List connected apps',
  scope: 'read',
  effect: 'read',
  reach: 'person',
  peopleHint: 'People see their connected apps in their account.',
  input: z.strictObject({
    username: usernameSchema
      .optional()
      .describe('Whose; when absent your own, and at the machine everybody’s'),
    disconnected: z.boolean().default(false).describe('true: those that were disconnected too'),
  }),
  output: z.object({ items: z.array(connectedAppSchema), total: z.int() }),
  run(context, { username, disconnected }) {
    const owner = credentialOwners(context, username, 'list other people’s apps');
    const items = appsOf(context, owner?.id)
      .filter((app) => disconnected || app.disconnected_at === null)
      .map((app) => presentConnectedApp(context, app));
    return { items, total: items.length };
  },
});

function appsOf({ services }: OperationContext, userId: string | undefined): ConnectedApp[] {
  if (userId !== undefined) return services.views.connectedAppsOf(userId);
  return [...services.store.tables.connected_apps.all()].toSorted(
    (left, right) => right.created_at.localeCompare(left.created_at) || left.id.localeCompare(right.id),
  );
}
