import { z } from 'zod';
import { DEFAULT_PASS_PERCENT, dueDaysSchema, passPercentSchema, type Deck } from '../../domain/deck.ts';
import type { DocumentHead } from '../../domain/document.ts';
import { idSchema, newId } from '../../domain/identifier.ts';
import { MOST_QUESTIONS, MOST_SLIDES, questionsOf, slidesOf, type SlideShow } from './deck-slides.ts';
import { conflict } from '../../errors.ts';
import { finishInSlices } from '../../sliced-work.ts';
import { defineOperation } from '../define.ts';
import { loadDocument } from '../documents/load.ts';
import { requireTrainingManager } from './load.ts';
import { deckSchema, presentDeck } from './view.ts';

/** "Makes a training deck from a published document" (specification, MCP tools). */
export const createDeck = defineOperation({
  name: 'training.create_deck',
  summary: 'Make a training deck from a document',
  scope: 'write',
  effect: 'write',
  trust: 'review',
  input: z.strictObject({
    doc_id: idSchema('document'),
    due_days: dueDaysSchema.optional(),
    pass_percent: passPercentSchema.default(DEFAULT_PASS_PERCENT),
  }),
  output: z.object({ deck: deckSchema }),
  async run(context, { doc_id: documentId, due_days: dueDays, pass_percent }) {
    requireTrainingManager(context);
    const { document, space } = loadDocument(context, documentId);
    checkPublished(document);
    const show = await finishInSlices(slidesOf(await context.tx.documents.content(document.id)));
    checkSlides(show);
    const deck: Deck = {
      id: newId('deck'),
      document_id: document.id,
      document_version: document.version,
      space_id: space.id,
      title: document.title,
      slide_count: show.slides.length,
      question_count: questionsOf(show).length,
      due_days: dueDays ?? null,
      pass_percent,
      created_by: context.user.id,
      created_at: context.now,
    };
    context.tx.decks.put(deck);
    context.record(
      { type: 'deck', id: deck.id },
      { details: { document_id: document.id, document_version: document.version } },
    );
    return { deck: presentDeck(context, deck) };
  },
});

export function checkPublished({ status, trashed }: DocumentHead): void {
  if (status === 'published' && trashed === null) return;
  throw conflict('Only a published document is trained, and this one is not published.', {
    hint: 'Publish it first.',
  });
}

/** How many problems one message names. */
const MOST_NAMED = 5;

function checkSlides({ slides, problems }: SlideShow): void {
  if (slides.length === 0) throw conflict('The document has no text to make slides from.');
  if (problems.length > 0) {
    const named = problems
      .slice(0, MOST_NAMED)
      .map(({ question, problem }) => `question ${question}: ${problem}`);
    const more = problems.length > MOST_NAMED ? ` And ${problems.length - MOST_NAMED} more.` : '';
    throw conflict(`The document has questions that nobody can answer. ${named.join(' ')}${more}`, {
      hint: 'Correct the quiz blocks, publish the document and make the deck again.',
    });
  }
  const questions = questionsOf({ slides }).length;
  if (slides.length <= MOST_SLIDES && questions <= MOST_QUESTIONS) return;
  throw conflict(
    `A deck has at most ${MOST_SLIDES} slides and ${MOST_QUESTIONS} questions; this document makes ${slides.length} and ${questions}.`,
    { hint: 'Divide the document.' },
  );
}
