import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { archiveSchema } from './view.ts';

const count = z.int();

/** Reads a backup whole, checks every byte, and says what is in it. Nothing is changed by looking. */
export const previewBackup = defineOperation({
  name: 'backup.preview',
  summary: 'Look into a backup',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({ archive: archiveSchema.describe('Name of a backup, or path of an archive') }),
  output: z.object({
    taken_at: z.string(),
    workspace_name: z.string(),
    is_of_this_workspace: z.boolean(),
    program_version: z.string(),
    schema_version: z.int(),
    counts: z.object({
      documents: count,
      versions: count,
      people: count,
      spaces: count,
      attachments: count,
      change_requests: count,
    }),
    size: z.int().describe('Bytes of the archive'),
    unpacked_size: z.int().describe('Bytes of the folder that a restore makes'),
    missing: z.int().describe('Files that were lost already when the backup was made'),
  }),
  run(context, { archive }) {
    requireAdmin(context, 'look into backups');
    return context.services.backups.preview(archive, context.signal);
  },
});
