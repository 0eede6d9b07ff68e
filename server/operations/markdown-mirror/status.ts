import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { mirrorStatusSchema } from './view.ts';

/** Whether the folder of Markdown files is as the workspace is, and what is in its way. */
export const readMirrorStatus = defineOperation({
  name: 'markdown_mirror.status',
  summary: 'Show how the Markdown mirror stands',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({}),
  output: mirrorStatusSchema,
  run(context) {
    requireAdmin(context, 'look at the Markdown mirror');
    return context.services.mirror.status;
  },
});
