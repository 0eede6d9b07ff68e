import { z } from 'zod';
import { checklistItemSchema, MOST_TICKS, type ChecklistTicks } from '../../domain/checklist-ticks.ts';
import { idSchema, newId } from '../../domain/identifier.ts';
import { badRequest } from '../../errors.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { loadDocument } from '../documents/load.ts';
import { ticksSchema } from './read.ts';

/**
 * Ticks an item of a document's checklists for the acting user, or takes the tick back. Whoever may read the document
 * may: the text stays as it is, and nobody else sees it.
 */
export const tickItem = defineOperation({
  name: 'checklists.tick',
  summary: 'Tick an item of a checklist for yourself',
  scope: 'write',
  effect: 'write',
  reach: 'person',
  input: z.strictObject({
    id: idSchema('document'),
    item: checklistItemSchema,
    ticked: z.boolean(),
  }),
  output: z.object({ ticks: ticksSchema }),
  run(context, { id, item, ticked }) {
    const { document } = loadDocument(context, id);
    const record = ownTicks(context, document.id);
    const ticks = { ...record.ticks, [item]: ticked };
    if (Object.keys(ticks).length > MOST_TICKS) {
      throw badRequest(
        `You have ticked ${MOST_TICKS} items in this document, which is as many as are kept.`,
        {
          hint: 'Split the document into several.',
        },
      );
    }
    if (record.ticks[item] !== ticked) context.tx.checklists.put({ ...record, ticks });
    context.record({ type: 'document', id: document.id }, { details: { item, ticked } });
    return { ticks };
  },
});

/** The reader's record for a document, as this transaction sees it; a new one for the first tick. */
function ownTicks(context: OperationContext, documentId: string): ChecklistTicks {
  const { tx, user, services, now } = context;
  // Two first ticks at a time would make two records.
  tx.claim(`ticks ${user.id} ${documentId}`);
  const known = services.views.ticksOf(user.id, documentId);
  const record = known && tx.checklists.get(known.id);
  return (
    record ?? {
      id: newId('checklist'),
      user_id: user.id,
      document_id: documentId,
      ticks: {},
      created_at: now,
    }
  );
}
