import { z } from 'zod';
import { backupScheduleSchema, chosenFolderSchema } from './backup.ts';
import { embeddingsSchema } from './embeddings.ts';
import { publicAccessModeSchema, publicDomainSchema } from './public-access.ts';
import { textSchema } from './text.ts';
import { workspaceNameSchema } from './workspace-name.ts';

/** Workspace settings. The one definition: storage, app and command line use it. */
export const settingsSchema = z.strictObject({
  workspace_name: workspaceNameSchema,
  approval_mode: z
    .enum(['strict', 'open'])
    .describe('strict: editors’ publishing waits for review; open: whoever edits may publish'),
  trash_retention_days: z
    .int()
    .min(0)
    .max(3650)
    .describe('Days until trashed documents are deleted; 0 keeps them'),
  attachment_limit_mb: z.int().min(1).max(100).describe('Largest attachment, in megabytes'),
  attachments_total_gb: z
    .int()
    .min(1)
    .max(100_000)
    .describe('All attachments of the workspace together, in gigabytes'),
  attachments_per_person_gb: z
    .int()
    .min(1)
    .max(100_000)
    .describe('Attachments that one person may add, in gigabytes'),
  http_images: z.boolean().describe('Images may be fetched from http addresses too, not from https only'),
  access_token_hours: z
    .literal([1, 8, 24])
    .describe('Hours until a connected app has to refresh its access: 1, 8 or 24'),
  nested_pages: z.boolean().describe('Pages can have sub-pages'),
  backlinks: z.boolean().describe('Documents show what links to them'),
  training: z.boolean().describe('Training decks and assignments'),
  port: z
    .int()
    .min(1024)
    .max(65_535)
    .describe('Port that programs and people reach the workspace at; counts from the next start'),
  local_network: z
    .boolean()
    .describe('Other computers of the local network can reach the workspace; counts from the next start'),
  backup_schedule: backupScheduleSchema.describe(
    'How often a backup is made by itself: daily, weekly or off',
  ),
  backup_folder: chosenFolderSchema.describe('Folder of the backups; empty for the one in the data folder'),
  backup_keep_daily: z.int().min(1).max(365).describe('Days whose last scheduled backup is kept'),
  backup_keep_weekly: z.int().min(0).max(520).describe('Weeks whose last scheduled backup is kept'),
  markdown_mirror: chosenFolderSchema.describe(
    'Folder that is kept up to date with Markdown files of all documents; empty for none',
  ),
  guidance: textSchema(4000).describe('What assistants are told before they write'),
  embeddings: embeddingsSchema,
  public_access: publicAccessModeSchema.describe(
    'How others reach the workspace: off, quick_tunnel, named_tunnel or own_domain',
  ),
  public_domain: publicDomainSchema.describe('Host name of the named tunnel or of your own domain'),
});

/** A change names only the settings that it sets. */
export const settingsUpdateSchema = settingsSchema.partial();
