import type { z } from 'zod';
import type { FirstRun } from './first-run.ts';
import type { settingsSchema } from './settings-schema.ts';

/** Settings as they count: none is missing. */
export type Settings = z.infer<typeof settingsSchema>;

/** What a new workspace starts with, and what a setting that is younger than the workspace has. */
export const DEFAULT_SETTINGS: Settings = {
  workspace_name: 'Commonplace',
  approval_mode: 'strict',
  trash_retention_days: 30,
  attachment_limit_mb: 10,
  attachments_total_gb: 50,
  attachments_per_person_gb: 10,
  http_images: false,
  access_token_hours: 1,
  nested_pages: true,
  backlinks: true,
  training: false,
  port: 7420,
  local_network: false,
  backup_schedule: 'daily',
  backup_folder: '',
  backup_keep_daily: 7,
  backup_keep_weekly: 4,
  markdown_mirror: '',
  guidance: '',
  embeddings: 'off',
  public_access: 'off',
  public_domain: '',
};
export type SettingKey = keyof Settings;

/** Settings are one record of one collection. */
export interface SettingsRecord {
  id: 'workspace';
  /** Settings that were set; the others have their defaults. */
  values: Partial<Settings>;
  /** How far the first run went; absent where there was none, e.g. after `commonplace init`. */
  first_run?: FirstRun;
  /** Public access is held back until the owner resumes it or chooses another way; absent while it is not. */
  public_access_paused?: true;
}
