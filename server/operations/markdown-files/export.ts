import { z } from 'zod';
import { slugSchema } from '../../domain/space.ts';
import { defineOperation } from '../define.ts';
import { loadSpace } from '../documents/load.ts';
import { requireAdmin } from '../perform.ts';
import { transferJobSchema } from './view.ts';

/** Begins to write the documents of a space, or of all, into a ZIP archive of Markdown files; answers at once. */
export const exportMarkdownFiles = defineOperation({
  name: 'markdown_files.export',
  summary: 'Export the documents as Markdown files',
  scope: 'read',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({ space: slugSchema.optional().describe('One space only') }),
  output: transferJobSchema,
  run(context, { space }) {
    requireAdmin(context, 'export the documents');
    if (space !== undefined) loadSpace(context, space);
    const job = context.services.transfers.startExport(context.actor, { space });
    context.record(
      { type: 'workspace', id: context.services.store.instanceId },
      { details: { file: job.path }, isEvent: true },
    );
    return job;
  },
});
