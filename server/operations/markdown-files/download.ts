import { z } from 'zod';
import { slugSchema } from '../../domain/space.ts';
import { defineOperation } from '../define.ts';
import { loadSpace } from '../documents/load.ts';
import { requireAdmin } from '../perform.ts';
import { transferJobSchema } from './view.ts';

/**
 * Begins a ZIP archive of the documents of a space, or of all, as Markdown files: the browser fetches it at
 * `/app/downloads/<id>`, once, within a minute.
 */
export const downloadMarkdownFiles = defineOperation({
  name: 'markdown_files.download',
  summary: 'Download the documents as Markdown files',
  scope: 'read',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({ space: slugSchema.optional().describe('One space only') }),
  output: transferJobSchema,
  run(context, { space }) {
    requireAdmin(context, 'download the documents');
    if (space !== undefined) loadSpace(context, space);
    const { transfers, store } = context.services;
    const job = transfers.startDownload(context.actor, { space });
    context.record(
      { type: 'workspace', id: store.instanceId },
      { details: { file: job.path }, isEvent: true },
    );
    return job;
  },
});
