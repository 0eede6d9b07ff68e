import { z } from 'zod';
import { authorize } from '../../policies/decision.ts';
import { mayManageTemplates } from '../../policies/templates.ts';
import { defineOperation } from '../define.ts';
import { listOutput, pageInput, pageOf } from '../page.ts';
import { allTemplates, visibleTemplates } from './load.ts';
import { presentTemplate, templateSchema } from './view.ts';

/** "Returns the workspace templates with their scaffolds" (specification, MCP tools). */
export const listTemplates = defineOperation({
  name: 'templates.list',
  summary: 'List templates',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({
    ...pageInput,
    hidden: z.boolean().default(false).describe('true: hidden ones too, for approvers and admins'),
  }),
  output: listOutput(templateSchema),
  run(context, { hidden, ...page }) {
    if (hidden) authorize(mayManageTemplates(context.user));
    const { items, ...rest } = pageOf(hidden ? allTemplates(context) : visibleTemplates(context), page);
    return { ...rest, items: items.map((template) => presentTemplate(context, template)) };
  },
});
