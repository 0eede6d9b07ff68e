import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { mirrorStatusSchema } from './view.ts';

/**
 * Begins to look at every file of the mirror and to write those that are not as they should be; makes the folder anew
 * when it is gone, or takes it over from another copy of this workspace.
 */
export const writeMirror = defineOperation({
  name: 'markdown_mirror.write',
  summary: 'Write the Markdown mirror again',
  scope: 'read',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({}),
  output: mirrorStatusSchema,
  async run(context) {
    requireAdmin(context, 'write the Markdown mirror');
    const { mirror, store } = context.services;
    await mirror.writeAgain();
    const { folder } = mirror.status;
    context.record({ type: 'workspace', id: store.instanceId }, { details: { folder }, isEvent: true });
    return mirror.status;
  },
});
