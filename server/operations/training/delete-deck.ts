import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { defineOperation } from '../define.ts';
import { loadDeck, requireTrainingManager } from './load.ts';
import { stageRemoval } from './unassign.ts';

/** Deletes a training deck with its assignments and results. Its document stays as it is. */
export const deleteDeck = defineOperation({
  name: 'training.delete_deck',
  summary: 'Delete a training deck',
  scope: 'write',
  effect: 'destructive',
  input: z.strictObject({ deck_id: idSchema('deck') }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    deleted: z.literal(true),
    unassigned: z.int().describe('People who had it, and whose results are gone'),
  }),
  run(context, { deck_id: deckId }) {
    requireTrainingManager(context);
    const { id, title } = loadDeck(context, deckId).deck;
    context.tx.claim(`assignments:${id}`);
    const assignments = context.services.views.assignmentsOfDeck(id);
    stageRemoval(context, id, assignments);
    context.tx.decks.delete(id);
    context.record({ type: 'deck', id }, { details: { title, unassigned: assignments.length } });
    return { id, title, deleted: true as const, unassigned: assignments.length };
  },
});
