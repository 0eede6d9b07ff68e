import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';

/** Walks the chain of the whole audit log and names every entry that was changed, dropped or moved. */
export const verifyAudit = defineOperation({
  name: 'audit.verify',
  summary: 'Verify the audit log',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({}),
  output: z.object({
    entries: z.int(),
    broken: z.array(z.object({ seq: z.int(), problem: z.string() })),
  }),
  run(context) {
    requireAdmin(context, 'verify the audit log');
    return context.services.store.verifyAudit();
  },
});
