import { z } from 'zod';
import {
  desktopPreferencesSchema,
  newerVersionSchema,
  secretProtectionSchema,
} from '../../domain/desktop-preferences.ts';
import type { Desktop } from '../../desktop-ports.ts';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';

export const desktopSchema = z.object({
  preferences: desktopPreferencesSchema,
  abilities: z
    .object({ start_at_login: z.boolean(), tray: z.boolean() })
    .describe('What this computer and this build can do'),
  secret_protection: secretProtectionSchema.describe('Who guards the keys of other services'),
  newer_version: newerVersionSchema.nullable(),
  log_file: z.string(),
});

/** How the desktop app behaves on this computer; null where the server runs without it. */
export const readDesktop = defineOperation({
  name: 'desktop.read',
  summary: 'Read how the desktop app behaves',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({}),
  output: z.object({ desktop: desktopSchema.nullable() }),
  run(context) {
    requireAdmin(context, 'read how the desktop app behaves');
    const { desktop } = context.services;
    return { desktop: desktop && presentDesktop(desktop) };
  },
});

export function presentDesktop(desktop: Desktop): z.input<typeof desktopSchema> {
  return {
    preferences: desktop.preferences,
    abilities: desktop.abilities,
    secret_protection: desktop.secretProtection,
    newer_version: desktop.newerVersion,
    log_file: desktop.logFile,
  };
}
