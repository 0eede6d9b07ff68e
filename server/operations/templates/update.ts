import { z } from 'zod';
import {
  scaffoldSchema,
  templateDescriptionSchema,
  templateNameSchema,
  templateTagsSchema,
  templateTypeSchema,
} from '../../domain/template.ts';
import { NothingToChange } from '../../errors.ts';
import { authorize } from '../../policies/decision.ts';
import { mayManageTemplates } from '../../policies/templates.ts';
import { defineOperation } from '../define.ts';
import { findTemplate, allTemplates } from './load.ts';
import { templateReference } from './reference.ts';
import { stageTemplate } from './stage.ts';
import { presentTemplate, templateSchema } from './view.ts';

const fields = {
  name: templateNameSchema.optional(),
  description: templateDescriptionSchema.optional(),
  scaffold: scaffoldSchema.optional(),
  type: templateTypeSchema.optional(),
  tags: templateTagsSchema.optional(),
  hidden: z.boolean().optional().describe('true: not offered and not usable any more; false: offered again'),
};

/** Changes, hides or shows a template. Of a built-in one the workspace keeps its own wording, which can be reset. */
export const updateTemplate = defineOperation({
  name: 'templates.update',
  summary: 'Change a template',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({ template: templateReference, ...fields }),
  output: z.object({ template: templateSchema }),
  run(context, { template: reference, ...changes }) {
    authorize(mayManageTemplates(context.user));
    const named = Object.entries(changes).filter(([, value]) => value !== undefined);
    if (named.length === 0) throw new NothingToChange(Object.keys(fields));
    const known = findTemplate(allTemplates(context), reference);
    const before = context.tx.templates.get(known.id);
    const stored = stageTemplate(
      context,
      { ...known, hidden: before?.hidden ?? false, ...before, ...Object.fromEntries(named) },
      before?.created_at ?? context.now,
    );
    context.record(
      { type: 'template', id: stored.id },
      { details: { name: stored.name, changed: named.map(([key]) => key).join(', ') } },
    );
    return { template: presentTemplate(context, { ...stored, isBuiltIn: known.isBuiltIn, stored }) };
  },
});
