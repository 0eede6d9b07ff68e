import { z } from 'zod';
import { newId } from '../../domain/identifier.ts';
import {
  MOST_TEMPLATES,
  scaffoldSchema,
  templateDescriptionSchema,
  templateNameSchema,
  templateTagsSchema,
  templateTypeSchema,
} from '../../domain/template.ts';
import { conflict } from '../../errors.ts';
import { authorize } from '../../policies/decision.ts';
import { mayManageTemplates } from '../../policies/templates.ts';
import { defineOperation } from '../define.ts';
import { allTemplates } from './load.ts';
import { stageTemplate } from './stage.ts';
import { presentTemplate, templateSchema } from './view.ts';

/** Adds a template of the workspace's own. At the machine only: a template has no history to take a change back. */
export const createTemplate = defineOperation({
  name: 'templates.create',
  summary: 'Add a template',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({
    name: templateNameSchema,
    description: templateDescriptionSchema.default(''),
    scaffold: scaffoldSchema,
    type: templateTypeSchema.default('knowledge'),
    tags: templateTagsSchema.default([]),
  }),
  output: z.object({ template: templateSchema }),
  run(context, input) {
    authorize(mayManageTemplates(context.user));
    // Whoever adds one changes the number that the limit is about.
    context.tx.claim('template-count');
    if (allTemplates(context).filter(({ isBuiltIn }) => !isBuiltIn).length >= MOST_TEMPLATES) {
      throw conflict(`There are ${MOST_TEMPLATES} templates already, and more is no choice any more.`, {
        hint: 'Delete one that nobody uses.',
      });
    }
    const stored = stageTemplate(context, { ...input, id: newId('template'), hidden: false }, context.now);
    context.record({ type: 'template', id: stored.id }, { details: { name: stored.name } });
    return { template: presentTemplate(context, { ...stored, isBuiltIn: false, stored }) };
  },
});
