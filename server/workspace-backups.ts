import type { Backups } from './backup-ports.ts';
import { loadSettings } from './operations/perform.ts';
import { createBackups, type BackupsOptions } from './storage/backup/create-backups.ts';
import { VERSION } from './version.ts';

type Given = 'store' | 'attachmentFiles' | 'dataFolder' | 'clock' | 'log';

/** The backups of a workspace that this process has open, in the folder that its settings name, made by this program. */
export function createWorkspaceBackups(
  options: Pick<BackupsOptions, Given> & Partial<Pick<BackupsOptions, 'onChange'>>,
): Backups {
  return createBackups({
    onChange: () => undefined,
    ...options,
    chosenFolder: () => loadSettings(options.store.tables).backup_folder,
    programVersion: VERSION,
  });
}
