import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { jobIdSchema } from './view.ts';

/** So many files fit into one call (security J1: at most 1,000 keys). */
const MOST_FILES = 400;

/** Names the files of an import that comes, in the order in which their bytes follow each other; some in each call. */
export const announceMarkdownFiles = defineOperation({
  name: 'markdown_files.announce',
  summary: 'Name files that are sent for an import',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({
    job_id: jobIdSchema,
    files: z
      .array(
        z.strictObject({
          path: z.string().min(1).max(1024).describe('Below the chosen folder, with /'),
          size: z.int().min(0).nullable().describe('Bytes; null for a file that stays where it is'),
        }),
      )
      .min(1)
      .max(MOST_FILES),
  }),
  output: z.object({}),
  run(context, { job_id: id, files }) {
    requireAdmin(context, 'import files');
    context.services.transfers.announce(id, files);
    return {};
  },
});
