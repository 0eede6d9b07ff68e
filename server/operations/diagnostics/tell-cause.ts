import { z } from 'zod';
import { forbidden } from '../../errors.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { notify } from '../notifications/notify.ts';

/** How long the same cause is no news to somebody who has read of it, unless a person with an account came upon it. */
const DAY_MS = 86_400_000;

/** Tells the admins what kept a program from being connected. Whoever has not read of the same cause is not told again. */
export const tellCause = defineOperation({
  name: 'diagnostics.tell_cause',
  summary: 'Tell why a program could not be connected',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({
    client: z.string().min(1).max(200).describe('What the program is called'),
    cause: z.string().min(1).max(2_000).describe('What the doctor has found, as a sentence'),
    has_member: z.boolean().describe('Whether somebody with an account took part'),
  }),
  output: z.object({ told: z.int().describe('How many people') }),
  run(context, { client, cause, has_member: hasMember }) {
    if (context.actor.credential.kind !== 'system')
      throw forbidden('The program itself tells what it has found.');
    let told = 0;
    for (const { id, role, disabled } of context.services.store.tables.users.all()) {
      if (role !== 'admin' || disabled || isKnownTo(context, id, cause, hasMember)) continue;
      notify(context, id, 'connection_failed', { connection: { client, cause } });
      told += 1;
    }
    context.record({ type: 'settings', id: 'workspace' }, { details: { client, cause, told } });
    return { told };
  },
});

function isKnownTo(
  { services, now }: OperationContext,
  userId: string,
  cause: string,
  hasMember: boolean,
): boolean {
  return services.views.notificationsOf(userId).some(({ connection, created_at: at, read_at: read }) => {
    if (connection?.cause !== cause) return false;
    return read === null || (!hasMember && Date.parse(now) - Date.parse(at) < DAY_MS);
  });
}
