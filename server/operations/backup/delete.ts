import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';

/** Deletes a backup for ever. */
export const deleteBackup = defineOperation({
  name: 'backup.delete',
  summary: 'Delete a backup',
  scope: 'write',
  effect: 'destructive',
  reach: 'local',
  input: z.strictObject({ name: z.string().max(200) }),
  output: z.object({ name: z.string() }),
  async run(context, { name }) {
    requireAdmin(context, 'delete backups');
    await context.services.backups.remove(name);
    context.record({ type: 'backup', id: name }, { isEvent: true });
    return { name };
  },
});
