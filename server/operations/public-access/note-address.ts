import { z } from 'zod';
import type { ConnectedApp } from '../../domain/connected-app.ts';
import { isAtLeast } from '../../domain/role.ts';
import { forbidden } from '../../errors.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { notify } from '../notifications/notify.ts';

/**
 * After a change of the public address: notes which connected apps no longer find the workspace, and tells their people
 * and the admins, once for each app. An app whose address is ours again needs nothing.
 */
export const noteAddress = defineOperation({
  name: 'public_access.note_address',
  summary: 'Note which apps have to be connected again',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({}),
  output: z.object({ apps: z.int().describe('How many have to be connected again since now') }),
  run(context) {
    if (context.actor.credential.kind !== 'system')
      throw forbidden('The program itself notes where it is reached.');
    const lost: ConnectedApp[] = [];
    for (const { id } of context.services.store.tables.connected_apps.all()) {
      const app = context.tx.connected_apps.get(id);
      if (app && noteOne(context, app)) lost.push(app);
    }
    for (const userId of peopleToTell(context, lost)) {
      const isAdmin = isAdminId(context, userId);
      const theirs = lost.filter(({ user_id }) => isAdmin || user_id === userId);
      notify(context, userId, 'address_changed', { connected_app_ids: theirs.map(({ id }) => id) });
    }
    context.record(
      { type: 'settings', id: 'workspace' },
      { details: { address: context.services.publicAccess.publicUrl ?? '', apps_to_renew: lost.length } },
    );
    return { apps: lost.length };
  },
});

/** @returns whether the app has lost the workspace just now */
function noteOne({ services, tx, now }: OperationContext, app: ConnectedApp): boolean {
  const { must_reconnect_since: since, ...rest } = app;
  if (app.disconnected_at !== null) return false;
  if (services.isOwnAddress(app.base_url)) {
    if (since !== undefined) tx.connected_apps.put(rest);
    return false;
  }
  if (since !== undefined) return false;
  tx.connected_apps.put({ ...app, must_reconnect_since: now });
  return true;
}

function peopleToTell({ services }: OperationContext, lost: readonly ConnectedApp[]): Set<string> {
  const people = new Set<string>();
  if (lost.length === 0) return people;
  for (const { user_id } of lost) people.add(user_id);
  for (const user of services.store.tables.users.all())
    if (user.role === 'admin' && !user.disabled) people.add(user.id);
  return people;
}

function isAdminId({ services }: OperationContext, userId: string): boolean {
  const user = services.store.tables.users.get(userId);
  return user !== undefined && isAtLeast(user.role, 'admin');
}
