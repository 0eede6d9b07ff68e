import { z } from 'zod';
import { maySeeDeckOf } from '../../policies/training.ts';
import { defineOperation } from '../define.ts';
import { listOutput, pageInput, pageOf } from '../page.ts';
import { requireTrainingManager, subjectOf } from './load.ts';
import { deckSchema, presentDeck } from './view.ts';

/** "Lists decks with completion counts" (specification, MCP tools), newest first. */
export const listDecks = defineOperation({
  name: 'training.list_decks',
  summary: 'List training decks',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({ ...pageInput }),
  output: listOutput(deckSchema),
  run(context, page) {
    requireTrainingManager(context);
    const visible = context.services.views
      .decks()
      .filter((deck) => maySeeDeckOf(context.user, subjectOf(context, deck).space));
    const { items, ...rest } = pageOf(visible, page);
    return { ...rest, items: items.map((deck) => presentDeck(context, deck)) };
  },
});
