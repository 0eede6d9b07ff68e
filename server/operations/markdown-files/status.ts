import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { transferJobSchema } from './view.ts';

/** How far the import or export is that runs, or what became of the last one. */
export const readTransferStatus = defineOperation({
  name: 'markdown_files.status',
  summary: 'Show how far an import or export is',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({}),
  output: z.object({ job: transferJobSchema.nullable() }),
  run(context) {
    requireAdmin(context, 'look at imports and exports');
    return { job: context.services.transfers.job };
  },
});
