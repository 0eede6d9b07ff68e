import { z } from 'zod';
import { settingsSchema } from '../../domain/settings-schema.ts';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';

/** All workspace settings. */
export const readSettings = defineOperation({
  name: 'settings.read',
  summary: 'Read the workspace settings',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({}),
  output: settingsSchema,
  run(context) {
    requireAdmin(context, 'read the workspace settings');
    return context.settings;
  },
});
