import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { jobIdSchema } from './view.ts';

/** Ends an import or export that runs; fine when it has ended. Pages that an import brought in already stay. */
export const cancelTransfer = defineOperation({
  name: 'markdown_files.cancel',
  summary: 'Cancel an import or export of Markdown files',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({ job_id: jobIdSchema }),
  output: z.object({}),
  run(context, { job_id: id }) {
    requireAdmin(context, 'cancel imports and exports');
    context.services.transfers.cancel(id);
    return {};
  },
});
