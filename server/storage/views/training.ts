import type { Assignment } from '../../domain/assignment.ts';
import type { Deck } from '../../domain/deck.ts';
import { compareText, createSortedGroups, createSortedList } from './sorted-list.ts';
import { viewOf, type View } from './view.ts';

interface Decks extends View<Deck> {
  all: () => Deck[];
}

/** Every training deck, newest first. */
export function createDecks(): Decks {
  const list = createSortedList<Deck>(
    (left, right) => compareText(right.created_at, left.created_at) || compareText(left.id, right.id),
  );
  const view = viewOf<Deck>(list);
  return { ...view, all: () => [...list.items()] };
}

interface Assignments extends View<Assignment> {
  ofDeck: (deckId: string) => Assignment[];
  of: (userId: string) => Assignment[];
}

/** Assignments of each deck, oldest first, and of each person, newest first. */
export function createAssignments(): Assignments {
  const byDeck = createSortedGroups<Assignment>(
    (left, right) => compareText(left.assigned_at, right.assigned_at) || compareText(left.id, right.id),
  );
  const byUser = createSortedGroups<Assignment>(
    (left, right) => compareText(right.assigned_at, left.assigned_at) || compareText(left.id, right.id),
  );
  const view = viewOf<Assignment>({
    append(assignment) {
      byDeck.append(assignment.deck_id, assignment);
      byUser.append(assignment.user_id, assignment);
    },
    add(assignment) {
      byDeck.add(assignment.deck_id, assignment);
      byUser.add(assignment.user_id, assignment);
    },
    remove(assignment) {
      byDeck.remove(assignment.deck_id, assignment);
      byUser.remove(assignment.user_id, assignment);
    },
  });
  return {
    ...view,
    ofDeck: (deckId) => [...byDeck.items(deckId)],
    of: (userId) => [...byUser.items(userId)],
  };
}
