import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { defineOperation } from '../define.ts';
import { loadDocument } from '../documents/load.ts';

export const ticksSchema = z
  .record(z.string(), z.boolean())
  .describe('By item: what the reader has ticked or taken back; the others are as the text says');

/** What the acting user has ticked in a document's checklists. */
export const readChecklist = defineOperation({
  name: 'checklists.read',
  summary: 'Read your ticks in a document',
  scope: 'read',
  effect: 'read',
  reach: 'person',
  input: z.strictObject({ id: idSchema('document') }),
  output: z.object({ ticks: ticksSchema }),
  run(context, { id }) {
    const { document } = loadDocument(context, id);
    context.record({ type: 'document', id: document.id });
    return { ticks: context.services.views.ticksOf(context.user.id, document.id)?.ticks ?? {} };
  },
});
