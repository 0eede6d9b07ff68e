import { z } from 'zod';

/** How the desktop app behaves on this computer. Of the computer, not of the workspace: a folder may move. */
export const desktopPreferencesSchema = z.strictObject({
  start_at_login: z.boolean().describe('Starts when you sign in to this computer, without a window'),
  close_to_tray: z
    .boolean()
    .nullable()
    .describe('Closing the window keeps Commonplace running; null asks the first time'),
  local_listener: z.boolean().describe('Browsers on this computer can open the app too, not the window only'),
  check_for_updates: z.boolean().describe('Asks once a day whether there is a newer version'),
});

export type DesktopPreferences = z.infer<typeof desktopPreferencesSchema>;

/** A change names only the preferences that it sets. */
export const desktopPreferencesUpdateSchema = desktopPreferencesSchema.partial();

export const DEFAULT_DESKTOP_PREFERENCES: DesktopPreferences = {
  start_at_login: false,
  close_to_tray: null,
  local_listener: false,
  check_for_updates: true,
};

/** How keys of other services are kept on this computer (security E9). */
export const secretProtectionSchema = z.enum(['operating_system', 'file_permissions']);
export type SecretProtection = z.infer<typeof secretProtectionSchema>;

/** A version that is newer than the running one, and the page that offers it. */
export const newerVersionSchema = z.object({ version: z.string(), url: z.url() });
export type NewerVersion = z.infer<typeof newerVersionSchema>;
