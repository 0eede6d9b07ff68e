import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { presentPublicAccess, publicAccessSchema } from './view.ts';

/** How others reach the workspace, as it stands at the moment. */
export const readPublicAccess = defineOperation({
  name: 'public_access.read',
  summary: 'Read how others reach the workspace',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({}),
  output: publicAccessSchema,
  run(context) {
    requireAdmin(context, 'see how others reach the workspace');
    return presentPublicAccess(context);
  },
});
