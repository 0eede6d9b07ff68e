import { z } from 'zod';
import { contentSchema } from '../../domain/document.ts';
import { defineOperation } from '../define.ts';
import { checkText, warningSchema } from './check-text.ts';

/** What a writer is told about a text before it is saved: the same warnings that a program gets after a write. */
export const checkDocumentText = defineOperation({
  name: 'documents.check',
  summary: 'Check a text',
  scope: 'read',
  effect: 'read',
  reach: 'person',
  input: z.strictObject({ content: contentSchema }),
  output: z.object({
    warnings: z.array(warningSchema).describe('In the order of their lines, the first 50'),
  }),
  async run(context, { content }) {
    return { warnings: await checkText(context, content) };
  },
});
