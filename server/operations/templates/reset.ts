import { z } from 'zod';
import { builtInTemplate } from '../../domain/built-in-templates.ts';
import { conflict } from '../../errors.ts';
import { authorize } from '../../policies/decision.ts';
import { mayManageTemplates } from '../../policies/templates.ts';
import { defineOperation } from '../define.ts';
import { allTemplates, findTemplate } from './load.ts';
import { templateReference } from './reference.ts';
import { claimName } from './stage.ts';
import { presentTemplate, templateSchema } from './view.ts';

/** Gives a built-in template its original wording back (decisions §3, "Templates"), and shows it again. */
export const resetTemplate = defineOperation({
  name: 'templates.reset',
  summary: 'Reset a built-in template',
  scope: 'write',
  effect: 'destructive',
  reach: 'local',
  input: z.strictObject({ template: templateReference }),
  output: z.object({ template: templateSchema }),
  run(context, { template: reference }) {
    authorize(mayManageTemplates(context.user));
    const { id, name } = findTemplate(allTemplates(context), reference);
    const shipped = builtInTemplate(id);
    if (!shipped) {
      throw conflict(`“${name}” is this workspace’s own and has no original wording.`, {
        hint: 'Change it, or delete it.',
      });
    }
    claimName(context, shipped);
    if (context.tx.templates.get(id)) context.tx.templates.delete(id);
    context.record({ type: 'template', id }, { details: { name: shipped.name } });
    return { template: presentTemplate(context, { ...shipped, isBuiltIn: true, stored: undefined }) };
  },
});
