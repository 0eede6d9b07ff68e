import type { BackupJob, Backups } from '../../server/backup-ports.ts';
import { unknown } from '../../server/errors.ts';

const NEVER: BackupJob = {
  id: 'job',
  kind: 'backup',
  state: 'running',
  phase: 'copying',
  started_at: '2026-03-01T09:00:00.000Z',
  ended_at: null,
  files: 0,
  total: 0,
  problem: null,
  archive: '/backups/a.zip',
  folder: null,
};

/** Backups of a workspace without a disk: there are none, and what is begun never ends. */
export const noBackups: Backups = {
  folder: '/backups',
  job: null,
  list: async () => [],
  start: async () => NEVER,
  preview: async () => {
    throw unknown('backup');
  },
  startRestore: async () => ({ ...NEVER, kind: 'restore' }),
  remove: async () => undefined,
  dropOld: async () => undefined,
  idle: async () => undefined,
  close: async () => undefined,
};
