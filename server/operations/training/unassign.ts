import { z } from 'zod';
import type { Assignment } from '../../domain/assignment.ts';
import { badRequest } from '../../errors.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { findUser } from '../people.ts';
import { assignDeck, checkOneWay } from './assign.ts';
import { loadDeck, requireTrainingManager } from './load.ts';
import { deckSchema, presentDeck } from './view.ts';

const { deck_id, usernames: named } = assignDeck.input.shape;

/** Takes a deck from people again, with their results and the lines in their inboxes. What they did stays in the audit log. */
export const unassignDeck = defineOperation({
  name: 'training.unassign',
  summary: 'Take a training deck from people again',
  scope: 'write',
  effect: 'destructive',
  input: z.strictObject({
    deck_id,
    usernames: named.describe('From whom to take it'),
    everyone: z.boolean().optional().describe('true: from everybody who has it'),
  }),
  output: z.object({
    deck: deckSchema,
    unassigned: z.int().describe('People who had it, and whose results are gone'),
    not_assigned: z.int().describe('People who did not have it'),
  }),
  run(context, { deck_id: deckId, usernames, everyone }) {
    requireTrainingManager(context);
    checkOneWay(usernames, everyone);
    const { deck } = loadDeck(context, deckId);
    context.tx.claim(`assignments:${deck.id}`);
    const before = context.services.views.assignmentsOfDeck(deck.id);
    const people = usernames && idsOf(context, usernames);
    const removed = people ? before.filter(({ user_id }) => people.has(user_id)) : before;
    stageRemoval(context, deck.id, removed);
    context.record(
      { type: 'deck', id: deck.id },
      { details: { unassigned: removed.length, everyone: usernames === undefined } },
    );
    return {
      deck: presentDeck(
        context,
        deck,
        before.filter((assignment) => !removed.includes(assignment)),
      ),
      unassigned: removed.length,
      not_assigned: people ? people.size - removed.length : 0,
    };
  },
});

/** Disabled people too. Whoever is unknown is listed back, and the deck is taken from nobody. */
function idsOf(context: OperationContext, usernames: readonly string[]): Set<string> {
  const found = usernames.map((username) => ({ username, user: findUser(context, username) }));
  const unknown = [...new Set(found.flatMap(({ username, user }) => (user ? [] : [username])))];
  if (unknown.length === 0) return new Set(found.flatMap(({ user }) => (user ? [user.id] : [])));
  throw badRequest(`usernames: no such person: ${unknown.join(', ')}. The deck was taken from nobody.`, {
    hint: 'Correct these names or leave them out, and send the request again.',
    details: { unknown },
  });
}

/** Stages the end of assignments, and of the lines that told of them. */
export function stageRemoval(
  { tx, services }: OperationContext,
  deckId: string,
  assignments: readonly Assignment[],
): void {
  for (const { id, user_id: userId } of assignments) {
    // A result that is handed in at this moment wins: this attempt is then made anew.
    tx.assignments.get(id);
    tx.assignments.delete(id);
    for (const notification of services.views.notificationsOf(userId))
      if (notification.deck_id === deckId) tx.notifications.delete(notification.id);
  }
}
