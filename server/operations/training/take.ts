import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import type { Question, Slide } from './deck-slides.ts';
import { defineOperation } from '../define.ts';
import { loadOwnDeck, requireTraining } from './load.ts';
import { loadSlides } from './slides.ts';

const questionSchema = z.object({
  question: z.int().describe('Its number in the deck'),
  prompt: z.string().describe('Markdown'),
  options: z.array(z.object({ option: z.int(), text: z.string().describe('Markdown') })),
  several: z.boolean().describe('More than one option is right'),
});

const slideSchema = z.object({
  title: z.string().nullable(),
  markdown: z.string(),
  questions: z.array(questionSchema),
});

/**
 * The slides of a deck that was assigned to the acting user, without what is right. For people: an assistant that
 * answered the questions would prove nothing about them.
 */
export const takeDeck = defineOperation({
  name: 'training.take',
  summary: 'Take a training',
  scope: 'read',
  effect: 'read',
  reach: 'person',
  peopleHint: 'People take their trainings themselves, in the app.',
  input: z.strictObject({ deck_id: idSchema('deck') }),
  output: z.object({
    deck_id: z.string(),
    title: z.string(),
    document_id: z.string(),
    document_version: z.int(),
    pass_percent: z.int(),
    due_at: z.string().nullable(),
    slides: z.array(slideSchema),
  }),
  async run(context, { deck_id: deckId }) {
    requireTraining(context);
    const { deck, assignment } = loadOwnDeck(context, deckId);
    const slides = await loadSlides(context, deck);
    return {
      deck_id: deck.id,
      title: deck.title,
      document_id: deck.document_id,
      document_version: deck.document_version,
      pass_percent: deck.pass_percent,
      due_at: assignment.due_at,
      slides: slides.map(withoutAnswers),
    };
  },
});

function withoutAnswers({ title, markdown, questions }: Slide): z.infer<typeof slideSchema> {
  return { title, markdown, questions: questions.map(asAsked) };
}

function asAsked({ number, prompt, options }: Question): z.infer<typeof questionSchema> {
  return {
    question: number,
    prompt,
    options: options.map(({ text }, index) => ({ option: index + 1, text })),
    several: options.filter(({ right }) => right).length > 1,
  };
}
