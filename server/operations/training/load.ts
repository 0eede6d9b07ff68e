import type { Assignment } from '../../domain/assignment.ts';
import type { Deck } from '../../domain/deck.ts';
import type { DocumentHead } from '../../domain/document.ts';
import type { Space } from '../../domain/space.ts';
import { authorize } from '../../policies/decision.ts';
import { maySeeDocument } from '../../policies/documents.ts';
import { isTrainingOn, maySeeDeckOf } from '../../policies/training.ts';
import type { OperationContext } from '../define.ts';
import { missing } from '../documents/load.ts';
import { trainingRefusal } from './access.ts';

export interface LoadedDeck {
  deck: Deck;
  /** Undefined when it was deleted for ever. */
  document: DocumentHead | undefined;
  space: Space;
}

/** The switch of the workspace stands before everything else. */
export function requireTraining(context: OperationContext): void {
  authorize(isTrainingOn(context.settings));
}

export function requireTrainingManager({ settings, user }: OperationContext): void {
  const refusal = trainingRefusal(settings, user);
  if (refusal) throw refusal;
}

const unknownDeck = (context: OperationContext) => missing(context, 'training deck');

/** What a deck is about, as of now: a document that moved to another space takes its deck along. */
export function subjectOf(
  { services }: OperationContext,
  deck: Deck,
): { document: DocumentHead | undefined; space: Space | undefined } {
  const { documents, spaces } = services.store.tables;
  const document = documents.get(deck.document_id);
  return { document, space: spaces.get(document?.space_id ?? deck.space_id) };
}

/** A deck that the acting user may know of; unknown and hidden ones answer alike (security A2). */
export function loadDeck(context: OperationContext, id: string): LoadedDeck {
  const deck = context.tx.decks.get(id);
  const document = deck && context.tx.documents.get(deck.document_id);
  const space = deck && context.tx.spaces.get(document?.space_id ?? deck.space_id);
  if (!deck || !space || !maySeeDeckOf(context.user, space)) throw unknownDeck(context);
  return { deck, document, space };
}

/**
 * A deck that the acting user is to take. Rights are asked anew each time: whoever may not read the document any more
 * does not read its slides either (security A7).
 */
export function loadOwnDeck(
  context: OperationContext,
  id: string,
): LoadedDeck & { document: DocumentHead; assignment: Assignment } {
  const loaded = loadDeck(context, id);
  const { document, space } = loaded;
  const own = context.services.views.assignmentsOf(context.user.id).find(({ deck_id }) => deck_id === id);
  const assignment = own && context.tx.assignments.get(own.id);
  if (!assignment || !document || !maySeeDocument(context.user, document, space)) throw unknownDeck(context);
  return { ...loaded, document, assignment };
}
