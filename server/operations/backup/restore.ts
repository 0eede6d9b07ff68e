import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { badRequest } from '../../errors.ts';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { archiveSchema, backupJobSchema } from './view.ts';

/**
 * Begins to make a new folder of a backup, and answers at once; `backup.status` says how far it is. The workspace that
 * is open stays as it is: nothing is ever restored over anything.
 */
export const restoreBackup = defineOperation({
  name: 'backup.restore',
  summary: 'Restore a backup into a new folder',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({
    archive: archiveSchema.describe('Name of a backup, or path of an archive'),
    folder: z
      .string()
      .max(4096)
      .optional()
      .describe('Path of the new folder; beside the data folder when absent'),
  }),
  output: backupJobSchema,
  async run(context, { archive, folder }) {
    requireAdmin(context, 'restore backups');
    if (folder !== undefined && !isAbsolute(folder)) {
      throw badRequest('folder: must be a whole path, from the top of the disk.', {
        hint: 'Such as /home/ada/restored.',
      });
    }
    const { user_id, via, request_id } = context.actor;
    const by = { user_id, username: context.user.username, via, request_id };
    const job = await context.services.backups.startRestore({ archive, folder, by });
    context.record(
      { type: 'backup', id: job.archive },
      { details: { folder: job.folder ?? '' }, isEvent: true },
    );
    return job;
  },
});
