import { z } from 'zod';
import { isOverdue, stateOf, type Assignment } from '../../domain/assignment.ts';
import type { Deck } from '../../domain/deck.ts';
import { maySeeDocument } from '../../policies/documents.ts';
import { maySeeDeckOf } from '../../policies/training.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { listOutput, pageInput, pageOf } from '../page.ts';
import { person, personSchema } from '../people.ts';
import { requireTraining, subjectOf } from './load.ts';

const attemptSchema = z.object({
  at: z.string(),
  right: z.int(),
  questions: z.int(),
  score_percent: z.int().nullable(),
  passed: z.boolean(),
});

const assignmentSchema = z.object({
  deck_id: z.string(),
  title: z.string(),
  document_id: z.string(),
  available: z.boolean().describe('Whether it can be taken now: the document is published and readable'),
  state: z.enum(['assigned', 'failed', 'passed']),
  slide_count: z.int(),
  question_count: z.int(),
  pass_percent: z.int(),
  score_percent: z.int().nullable().describe('Your best so far'),
  assigned_by: personSchema,
  assigned_at: z.string(),
  due_at: z.string().nullable(),
  overdue: z.boolean(),
  passed_at: z.string().nullable(),
  attempt_count: z.int(),
  attempts: z.array(attemptSchema).describe('The latest, oldest first'),
});

/** The acting user's own trainings and results, newest first. */
export const listAssignments = defineOperation({
  name: 'training.list_assignments',
  summary: 'List your trainings',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({ ...pageInput }),
  output: listOutput(assignmentSchema),
  run(context, page) {
    requireTraining(context);
    const own = context.services.views.assignmentsOf(context.user.id).flatMap((assignment) => {
      const deck = context.services.store.tables.decks.get(assignment.deck_id);
      const isVisible = deck && maySeeDeckOf(context.user, subjectOf(context, deck).space);
      return deck && isVisible ? [{ assignment, deck }] : [];
    });
    const { items, ...rest } = pageOf(own, page);
    return { ...rest, items: items.map(({ assignment, deck }) => present(context, assignment, deck)) };
  },
});

function present(
  context: OperationContext,
  assignment: Assignment,
  deck: Deck,
): z.infer<typeof assignmentSchema> {
  const { document, space } = subjectOf(context, deck);
  return {
    deck_id: deck.id,
    title: deck.title,
    document_id: deck.document_id,
    available: document !== undefined && space !== undefined && maySeeDocument(context.user, document, space),
    state: stateOf(assignment),
    slide_count: deck.slide_count,
    question_count: deck.question_count,
    pass_percent: deck.pass_percent,
    score_percent: assignment.best_percent,
    assigned_by: person(context, assignment.assigned_by),
    assigned_at: assignment.assigned_at,
    due_at: assignment.due_at,
    overdue: isOverdue(assignment, context.now),
    passed_at: assignment.passed_at,
    attempt_count: assignment.attempt_count,
    attempts: assignment.attempts,
  };
}
