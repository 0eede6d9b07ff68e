import { z } from 'zod';
import { stateOf, withAttempt, type Attempt } from '../../domain/assignment.ts';
import { idSchema } from '../../domain/identifier.ts';
import { MOST_QUESTIONS, questionsOf, type Question } from './deck-slides.ts';
import { badRequest } from '../../errors.ts';
import { defineOperation } from '../define.ts';
import { loadOwnDeck, requireTraining } from './load.ts';
import { loadSlides } from './slides.ts';

const answerSchema = z.strictObject({
  question: z.int().min(1),
  chosen: z.array(z.int().min(1)).max(100).describe('Numbers of the options that you hold to be right'),
});

type Answer = z.infer<typeof answerSchema>;

/**
 * Records an attempt of the acting user. A question counts when exactly its right options are chosen; a deck
 * without questions is confirmed by submitting no answers. Every attempt counts, and a pass stays.
 */
export const submitAnswers = defineOperation({
  name: 'training.submit',
  summary: 'Submit the answers of a training',
  scope: 'write',
  effect: 'write',
  reach: 'person',
  peopleHint: 'People take their trainings themselves, in the app.',
  input: z.strictObject({
    deck_id: idSchema('deck'),
    answers: z.array(answerSchema).max(MOST_QUESTIONS).default([]),
  }),
  output: z.object({
    passed: z.boolean(),
    score_percent: z.int().nullable().describe('Null for a deck without questions'),
    pass_percent: z.int(),
    right: z.int(),
    questions: z.int(),
    results: z.array(z.object({ question: z.int(), right: z.boolean() })),
    attempt: z.int().describe('How many times you have taken it'),
    state: z.enum(['assigned', 'failed', 'passed']),
  }),
  async run(context, { deck_id: deckId, answers }) {
    requireTraining(context);
    const { deck, assignment } = loadOwnDeck(context, deckId);
    const questions = questionsOf({ slides: await loadSlides(context, deck) });
    const chosen = chosenOptions(questions, answers);
    const results = questions.map((question) => ({
      question: question.number,
      right: isRight(question, chosen.get(question.number) ?? new Set()),
    }));
    const attempt = attemptOf(results, deck.pass_percent, context.now);
    const after = withAttempt(assignment, attempt);
    context.tx.assignments.put(after);
    context.record(
      { type: 'deck', id: deck.id },
      { details: { passed: attempt.passed, right: attempt.right, questions: attempt.questions } },
    );
    const { at: _now, ...outcome } = attempt;
    return {
      ...outcome,
      pass_percent: deck.pass_percent,
      results,
      attempt: after.attempt_count,
      state: stateOf(after),
    };
  },
});

/** @throws {AppError} `bad_request` unless each question is answered once, with options that it has. */
function chosenOptions(
  questions: readonly Question[],
  answers: readonly Answer[],
): Map<number, ReadonlySet<number>> {
  const chosen = new Map<number, ReadonlySet<number>>();
  for (const { question: number, chosen: options } of answers) {
    const question = questions[number - 1];
    if (!question) throw badRequest(`answers: there is no question ${number}.`);
    if (chosen.has(number)) throw badRequest(`answers: question ${number} is answered twice.`);
    const unknown = options.find((option) => option > question.options.length);
    if (unknown !== undefined) throw badRequest(`answers: question ${number} has no option ${unknown}.`);
    chosen.set(number, new Set(options));
  }
  const open = questions.filter(({ number }) => !chosen.has(number)).map(({ number }) => number);
  if (open.length === 0) return chosen;
  throw badRequest(`answers: not answered yet: ${open.join(', ')}.`, {
    hint: 'Answer every question; an empty list says that no option is right.',
  });
}

function isRight({ options }: Question, chosen: ReadonlySet<number>): boolean {
  return options.every(({ right }, index) => right === chosen.has(index + 1));
}

/** Rounded down, so that nobody reaches a pass mark that they did not. */
function attemptOf(results: readonly { right: boolean }[], passPercent: number, at: string): Attempt {
  const questions = results.length;
  const right = results.filter((result) => result.right).length;
  if (questions === 0) return { at, right, questions, score_percent: null, passed: true };
  const passed = right * 100 >= passPercent * questions;
  return { at, right, questions, score_percent: Math.floor((right * 100) / questions), passed };
}
