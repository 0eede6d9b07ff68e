import { z } from 'zod';
import type { Assignment } from '../../domain/assignment.ts';
import type { Deck } from '../../domain/deck.ts';
import { idSchema, newId } from '../../domain/identifier.ts';
import { lineSchema } from '../../domain/text.ts';
import type { User } from '../../domain/user.ts';
import { badRequest, conflict } from '../../errors.ts';
import { maySeeDocument } from '../../policies/documents.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { notify } from '../notifications/notify.ts';
import { findUser } from '../people.ts';
import { checkPublished } from './create-deck.ts';
import { loadDeck, requireTrainingManager, type LoadedDeck } from './load.ts';
import { deckSchema, presentDeck } from './view.ts';

const DAY_MS = 86_400_000;

/**
 * "Assigned to users by username or to everyone. Assignees are notified." (specification) Everyone is everybody who
 * may read the document at that moment; people who come later are not assigned by themselves, and assigning everyone
 * again adds them. Whoever has the deck already keeps their date and results.
 */
export const assignDeck = defineOperation({
  name: 'training.assign',
  summary: 'Assign a training deck',
  scope: 'write',
  effect: 'write',
  trust: 'review',
  input: z.strictObject({
    deck_id: idSchema('deck'),
    usernames: z.array(lineSchema(64)).min(1).max(1000).optional().describe('Whom to assign it to'),
    everyone: z.boolean().optional().describe('true: everybody who may read the document now'),
  }),
  output: z.object({
    deck: deckSchema,
    assigned: z.int().describe('People who got it now, and are notified'),
    already_assigned: z.int().describe('People who had it before, and keep their date and results'),
  }),
  run(context, { deck_id: deckId, usernames, everyone }) {
    requireTrainingManager(context);
    checkOneWay(usernames, everyone);
    const loaded = loadDeck(context, deckId);
    const { deck } = loaded;
    const readers = usernames === undefined ? readersOf(context, loaded) : named(context, loaded, usernames);
    // Two that assign at once would both find the same people without an assignment.
    context.tx.claim(`assignments:${deck.id}`);
    const before = context.services.views.assignmentsOfDeck(deck.id);
    const has = new Set(before.map(({ user_id }) => user_id));
    const added = readers
      .filter(({ id }) => !has.has(id))
      .map((user) => stageAssignment(context, deck, user));
    context.record(
      { type: 'deck', id: deck.id },
      { details: { assigned: added.length, everyone: usernames === undefined } },
    );
    return {
      deck: presentDeck(context, deck, [...before, ...added]),
      assigned: added.length,
      already_assigned: readers.length - added.length,
    };
  },
});

export function checkOneWay(usernames: readonly string[] | undefined, everyone: boolean | undefined): void {
  if ((usernames === undefined) === (everyone === true)) return;
  throw badRequest('usernames, everyone: send one of the two.', {
    hint: 'Send usernames with the people, or everyone: true.',
  });
}

function mayTake(user: User, { document, space }: LoadedDeck): boolean {
  return !user.disabled && document !== undefined && maySeeDocument(user, document, space);
}

function checkTrainable({ document }: LoadedDeck): void {
  if (!document) throw conflict('The document of this deck was deleted, so nobody can take it.');
  checkPublished(document);
}

function readersOf(context: OperationContext, loaded: LoadedDeck): User[] {
  checkTrainable(loaded);
  return [...context.services.store.tables.users.all()].filter((user) => mayTake(user, loaded));
}

/** People by name, each once. Whoever is unknown or may not read the document is listed back, and nobody is assigned. */
function named(context: OperationContext, loaded: LoadedDeck, usernames: readonly string[]): User[] {
  checkTrainable(loaded);
  const unknown: string[] = [];
  const cannotRead: string[] = [];
  const people = new Map<string, User>();
  for (const username of new Set(usernames)) {
    const user = findUser(context, username);
    if (!user || user.disabled) unknown.push(username);
    else if (!mayTake(user, loaded)) cannotRead.push(username);
    else people.set(user.id, user);
  }
  const problems = [
    ...(unknown.length > 0 ? [`no such person: ${unknown.join(', ')}`] : []),
    ...(cannotRead.length > 0 ? [`may not read the document: ${cannotRead.join(', ')}`] : []),
  ];
  if (problems.length === 0) return [...people.values()];
  throw badRequest(`usernames: ${problems.join('; ')}. Nobody was assigned.`, {
    hint: 'Correct these names or leave them out, and send the request again.',
    details: { unknown, cannot_read: cannotRead },
  });
}

function stageAssignment(context: OperationContext, deck: Deck, user: User): Assignment {
  const assignment: Assignment = {
    id: newId('assignment'),
    deck_id: deck.id,
    user_id: user.id,
    assigned_by: context.user.id,
    assigned_at: context.now,
    due_at: deck.due_days === null ? null : daysAfter(context.now, deck.due_days),
    attempts: [],
    attempt_count: 0,
    best_percent: null,
    passed_at: null,
  };
  context.tx.assignments.put(assignment);
  notify(context, user.id, 'training_assigned', { document_id: deck.document_id, deck_id: deck.id });
  return assignment;
}

function daysAfter(timestamp: string, days: number): string {
  return new Date(Date.parse(timestamp) + days * DAY_MS).toISOString();
}
