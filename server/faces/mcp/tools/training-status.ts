import { z } from 'zod';
import { idSchema } from '../../../domain/identifier.ts';
import { pageInput } from '../../../operations/page.ts';
import { listDecks } from '../../../operations/training/list-decks.ts';
import { readDeck } from '../../../operations/training/read-deck.ts';
import { deckOutline, progressOutline } from '../outlines.ts';
import { countsSentence, deckRemark } from '../training-words.ts';
import { defineTool } from '../tool.ts';
import { pageSentence } from '../wording.ts';

const outputSchema = z.object({
  decks: z.array(deckOutline).optional().describe('Without deck_id'),
  deck: deckOutline.optional().describe('With deck_id'),
  people: z.array(progressOutline).optional().describe('With deck_id'),
  not_assigned: z.int().optional().describe('Readers without an assignment'),
  total: z.int().describe('Decks, or people of the deck'),
  limit: z.int(),
  offset: z.int(),
});

/** "Lists decks with completion counts, or gives one deck's per-person status including quiz scores." */
export const trainingStatusTool = defineTool({
  name: 'training_status',
  title: 'Training status',
  description:
    'List the training decks with completion counts; with deck_id, say how each person does with that deck, quiz scores included.',
  role: 'viewer',
  isTraining: true,
  operation: listDecks,
  input: z.strictObject({ deck_id: idSchema('deck').optional(), ...pageInput }),
  output: outputSchema,
  async run(call, { deck_id: deckId, ...page }) {
    if (deckId === undefined) {
      const { items, ...rest } = await call.perform(listDecks, page);
      const lines = items.map(
        (deck) => `“${deck.title}” (${deck.id}): ${countsSentence(deck)}.${deckRemark(deck)}`,
      );
      const found = pageSentence({ items, ...rest }, 'deck');
      return { data: { decks: items, ...rest }, texts: [[found, ...lines].join('\n')] };
    }
    const { items, deck, not_assigned, ...rest } = await call.perform(readDeck, { deck_id: deckId, ...page });
    const open = not_assigned === 0 ? '' : ` ${not_assigned} who may read the document have no assignment.`;
    return {
      data: { deck, people: items, not_assigned, ...rest },
      texts: [`“${deck.title}” (${deck.id}): ${countsSentence(deck)}.${open}${deckRemark(deck)}`],
    };
  },
});
