import { z } from 'zod';
import { backupScheduleSchema, nextBackupAt } from '../../domain/backup.ts';
import { AppError } from '../../errors.ts';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { backupJobSchema, backupSchema } from './view.ts';

export const backupStatusSchema = z.object({
  last: backupSchema.nullable().describe('The newest backup'),
  next_at: z.string().nullable().describe('When the schedule makes the next one; null when it is off'),
  is_late: z
    .boolean()
    .describe('Whether the schedule is behind by more than a day, or the newest backup is of no use'),
  schedule: backupScheduleSchema,
  folder: z.string(),
  problem: z.string().nullable().describe('Why the folder of the backups cannot be read'),
  job: backupJobSchema.nullable(),
});

/** Longer than any computer sleeps over one night. */
const PATIENCE_MS = 86_400_000;

/** How the backups stand: the newest, the next, and the work that runs. */
export const readBackupStatus = defineOperation({
  name: 'backup.status',
  summary: 'Show how the backups stand',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({}),
  output: backupStatusSchema,
  async run(context) {
    requireAdmin(context, 'look at the backups');
    const { backups, clock } = context.services;
    const { backup_schedule: schedule } = context.settings;
    const { job, folder } = backups;
    const common = { schedule, folder, job };
    try {
      const list = (await backups.list()).filter(({ kind }) => kind !== 'before_update');
      const now = clock.now();
      const next = nextBackupAt(
        schedule,
        list.map(({ at }) => Date.parse(at)),
        now,
      );
      const last = list[0] ?? null;
      return {
        last,
        next_at: next === null ? null : new Date(next).toISOString(),
        is_late: last !== null && next !== null && now - next > PATIENCE_MS,
        problem: null,
        ...common,
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { last: null, next_at: null, is_late: true, problem: error.message, ...common };
    }
  },
});
