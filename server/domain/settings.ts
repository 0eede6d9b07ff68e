import { z } from 'zod';
import { embeddingsSchema } from './embeddings.ts';
import { lineSchema, textSchema } from './text.ts';

/** Workspace settings. The one definition: storage, app and command line use it. */
export const settingsSchema = z.strictObject({
  workspace_name: lineSchema(100).describe('Name of the workspace'),
  approval_mode: z
    .enum(['strict', 'open'])
    .describe('strict: editors’ publishing waits for review; open: whoever edits may publish'),
  trash_retention_days: z
    .int()
    .min(0)
    .max(3650)
    .describe('Days until trashed documents are deleted; 0 keeps them'),
  attachment_limit_mb: z.int().min(1).max(100).describe('Largest attachment, in megabytes'),
  http_images: z.boolean().describe('Images may be fetched from http addresses too, not from https only'),
  access_token_hours: z
    .literal([1, 8, 24])
    .describe('Hours until a connected app has to refresh its access: 1, 8 or 24'),
  nested_pages: z.boolean().describe('Pages can have sub-pages'),
  backlinks: z.boolean().describe('Documents show what links to them'),
  training: z.boolean().describe('Training decks and assignments'),
  guidance: textSchema(4000).describe('What assistants are told before they write'),
  embeddings: embeddingsSchema,
});

/** A change names only the settings that it sets. */
export const settingsUpdateSchema = settingsSchema.partial();

export type Settings = z.infer<typeof settingsSchema>;

/** What a new workspace starts with, and what a setting that is younger than the workspace has. */
export const DEFAULT_SETTINGS: Settings = {
  workspace_name: 'Commonplace',
  approval_mode: 'strict',
  trash_retention_days: 30,
  attachment_limit_mb: 10,
  http_images: false,
  access_token_hours: 1,
  nested_pages: true,
  backlinks: true,
  training: false,
  guidance: '',
  embeddings: 'off',
};
export type SettingKey = keyof Settings;

/** Settings are one record of one collection. */
export interface SettingsRecord {
  id: 'workspace';
  /** Settings that were set; the others have their defaults. */
  values: Partial<Settings>;
}
