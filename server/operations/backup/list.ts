import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { backupSchema } from './view.ts';

/** The backups in the folder of backups, newest first. */
export const listBackups = defineOperation({
  name: 'backup.list',
  summary: 'List the backups',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({}),
  output: z.object({
    items: z.array(backupSchema),
    folder: z.string(),
    size: z.int().describe('Bytes of all archives'),
  }),
  async run(context) {
    requireAdmin(context, 'list the backups');
    const { backups } = context.services;
    const items = await backups.list();
    return { items, folder: backups.folder, size: items.reduce((sum, { size }) => sum + (size ?? 0), 0) };
  },
});
