import { z } from 'zod';
import { publicAccessModeSchema, publicDomainSchema, typedDomainSchema } from '../../domain/public-access.ts';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { stageSettings } from '../settings/stage.ts';
import { checkPublicAccess } from './check-settings.ts';

/** Decides how others reach the workspace. It is done behind the answer: `public_access.read` says how far it is. */
export const updatePublicAccess = defineOperation({
  name: 'public_access.update',
  summary: 'Change how others reach the workspace',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({
    mode: publicAccessModeSchema,
    domain: typedDomainSchema
      .optional()
      .describe('Host name of the named tunnel or of your own domain; when absent the one before'),
  }),
  output: z.object({ mode: publicAccessModeSchema, domain: publicDomainSchema }),
  run(context, { mode, domain = context.settings.public_domain }) {
    requireAdmin(context, 'change how others reach the workspace');
    const values = { ...context.settings, public_access: mode, public_domain: domain };
    checkPublicAccess(values);
    stageSettings(context, values);
    context.record({ type: 'settings', id: 'workspace' }, { details: { public_access: mode, domain } });
    return { mode, domain };
  },
});
