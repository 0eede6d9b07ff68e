import { basename, isAbsolute } from 'node:path';
import { z } from 'zod';
import { badRequest } from '../../errors.ts';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { backupJobSchema } from './view.ts';

/**
 * Begins a backup of this moment (security X13) and answers at once; `backup.status` says how far it is. Everything
 * acknowledged before is in it. The running one is answered when there is one.
 */
export const createBackup = defineOperation({
  name: 'backup.create',
  summary: 'Make a backup',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({
    file: z
      .string()
      .max(4096)
      .optional()
      .describe('Path of the archive; in the folder of backups when absent'),
  }),
  output: backupJobSchema,
  async run(context, { file }) {
    requireAdmin(context, 'make backups');
    if (file !== undefined && !(isAbsolute(file) && file.endsWith('.zip'))) {
      throw badRequest('file: must be a whole path that ends with .zip.', {
        hint: 'Such as /media/disk/commonplace.zip.',
      });
    }
    const kind = context.actor.credential.kind === 'system' ? 'scheduled' : 'manual';
    const job = await context.services.backups.start({ kind, file });
    context.record({ type: 'backup', id: basename(job.archive) }, { isEvent: true });
    return job;
  },
});
