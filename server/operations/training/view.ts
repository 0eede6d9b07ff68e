import { z } from 'zod';
import { isOverdue, stateOf, type Assignment } from '../../domain/assignment.ts';
import type { Deck } from '../../domain/deck.ts';
import type { DocumentHead } from '../../domain/document.ts';
import type { OperationContext } from '../define.ts';
import { person, personSchema } from '../people.ts';
import { subjectOf } from './load.ts';

const countsSchema = z.object({
  assigned: z.int().describe('People who are to take it'),
  passed: z.int(),
  failed: z.int().describe('Tried and not passed yet'),
  not_started: z.int(),
  overdue: z.int().describe('Not passed, and the day is over'),
});

/** A deck as managers see it. */
export const deckSchema = z.object({
  id: z.string(),
  title: z.string(),
  document_id: z.string(),
  document_version: z.int().describe('The version that it was made from'),
  document_state: z.enum(['published', 'draft', 'trashed', 'deleted']),
  current_version: z.int().nullable().describe('Of the document now'),
  outdated: z.boolean().describe('The document has moved on since'),
  slide_count: z.int(),
  question_count: z.int(),
  due_days: z.int().nullable(),
  pass_percent: z.int(),
  counts: countsSchema,
  created_by: personSchema,
  created_at: z.string(),
});

export type DeckView = z.infer<typeof deckSchema>;

/** How one person does with a deck; for managers. */
export const progressSchema = z.object({
  person: personSchema,
  state: z.enum(['assigned', 'failed', 'passed']),
  score_percent: z
    .int()
    .nullable()
    .describe('The best so far; null before the first attempt, and without questions'),
  attempts: z.int(),
  assigned_at: z.string(),
  due_at: z.string().nullable(),
  overdue: z.boolean(),
  passed_at: z.string().nullable(),
});

/** A deck as it stands; with the assignments that a transaction is about to add, where it adds some. */
export function presentDeck(
  context: OperationContext,
  deck: Deck,
  assignments: readonly Assignment[] = context.services.views.assignmentsOfDeck(deck.id),
): DeckView {
  const { document } = subjectOf(context, deck);
  return {
    id: deck.id,
    title: deck.title,
    document_id: deck.document_id,
    document_version: deck.document_version,
    document_state: documentState(document),
    current_version: document?.version ?? null,
    outdated: document !== undefined && document.version !== deck.document_version,
    slide_count: deck.slide_count,
    question_count: deck.question_count,
    due_days: deck.due_days,
    pass_percent: deck.pass_percent,
    counts: countsOf(assignments, context.now),
    created_by: person(context, deck.created_by),
    created_at: deck.created_at,
  };
}

function documentState(document: DocumentHead | undefined): DeckView['document_state'] {
  if (!document) return 'deleted';
  return document.trashed ? 'trashed' : document.status;
}

function countsOf(assignments: readonly Assignment[], now: string): z.infer<typeof countsSchema> {
  const counts = { assigned: assignments.length, passed: 0, failed: 0, not_started: 0, overdue: 0 };
  for (const assignment of assignments) {
    const state = stateOf(assignment);
    counts[state === 'assigned' ? 'not_started' : state] += 1;
    if (isOverdue(assignment, now)) counts.overdue += 1;
  }
  return counts;
}

export function presentProgress(
  context: OperationContext,
  assignment: Assignment,
): z.infer<typeof progressSchema> {
  return {
    person: person(context, assignment.user_id),
    state: stateOf(assignment),
    score_percent: assignment.best_percent,
    attempts: assignment.attempt_count,
    assigned_at: assignment.assigned_at,
    due_at: assignment.due_at,
    overdue: isOverdue(assignment, context.now),
    passed_at: assignment.passed_at,
  };
}
