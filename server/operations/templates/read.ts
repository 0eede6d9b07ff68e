import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { loadTemplate } from './load.ts';
import { templateReference } from './reference.ts';
import { presentTemplate, templateSchema } from './view.ts';

/** One template with its scaffold. */
export const readTemplate = defineOperation({
  name: 'templates.read',
  summary: 'Read a template',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({ template: templateReference }),
  output: z.object({ template: templateSchema }),
  run(context, { template }) {
    return { template: presentTemplate(context, loadTemplate(context, template)) };
  },
});
