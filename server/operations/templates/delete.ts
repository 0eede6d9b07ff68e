import { z } from 'zod';
import { conflict } from '../../errors.ts';
import { authorize } from '../../policies/decision.ts';
import { mayManageTemplates } from '../../policies/templates.ts';
import { defineOperation } from '../define.ts';
import { allTemplates, findTemplate } from './load.ts';
import { templateReference } from './reference.ts';

/** Deletes a template of the workspace's own. Documents made with it stay as they are. */
export const deleteTemplate = defineOperation({
  name: 'templates.delete',
  summary: 'Delete a template',
  scope: 'write',
  effect: 'destructive',
  reach: 'local',
  input: z.strictObject({ template: templateReference }),
  output: z.object({ id: z.string(), name: z.string(), deleted: z.literal(true) }),
  run(context, { template: reference }) {
    authorize(mayManageTemplates(context.user));
    const { id, name, isBuiltIn } = findTemplate(allTemplates(context), reference);
    if (isBuiltIn) {
      throw conflict(`“${name}” comes with the program and cannot be deleted.`, {
        hint: 'Hide it, or reset it to its original wording.',
      });
    }
    context.tx.templates.get(id);
    context.tx.templates.delete(id);
    context.record({ type: 'template', id }, { details: { name } });
    return { id, name, deleted: true as const };
  },
});
