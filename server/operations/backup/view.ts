import { z } from 'zod';
import { BACKUP_KINDS } from '../../domain/backup.ts';

export const backupSchema = z.object({
  name: z.string(),
  at: z.string().describe('When it was taken'),
  kind: z.enum(BACKUP_KINDS),
  size: z.int().nullable().describe('Bytes; null for a copy that was made before an update of the data'),
});

/** Work that takes a while: the running one, or the last one since the program started. */
export const backupJobSchema = z.object({
  id: z.string(),
  kind: z.enum(['backup', 'restore']),
  state: z.enum(['running', 'done', 'failed']),
  phase: z.enum(['copying', 'checking']),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  files: z.int().describe('Files so far'),
  total: z.int().describe('About how many files there are'),
  problem: z.object({ message: z.string(), hint: z.string().nullable() }).nullable(),
  archive: z.string().describe('Path of the archive'),
  folder: z.string().nullable().describe('The new folder of a restore'),
});

/** A backup in the folder of backups by its name, or any archive of this machine by its path. */
export const archiveSchema = z.string().min(1).max(4096);
