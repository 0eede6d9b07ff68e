import { describe, expect, it } from 'vitest';
import { createMemoryStore, type MemoryStore } from '../../../test/fakes/memory-store.ts';
import type { Assignment } from '../../domain/assignment.ts';
import type { Deck } from '../../domain/deck.ts';
import { createViews } from './create-views.ts';

const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);

function deck(id: string, day: number): Deck {
  return {
    id,
    document_id: 'doc_a',
    document_version: 1,
    space_id: 'spc_a',
    title: id,
    slide_count: 1,
    question_count: 0,
    due_days: null,
    pass_percent: 80,
    created_by: 'usr_ada',
    created_at: at(day),
  };
}

function assignment(id: string, over: Partial<Assignment>): Assignment {
  return {
    id,
    deck_id: 'deck_a',
    user_id: 'usr_ada',
    assigned_by: 'usr_bob',
    assigned_at: at(1),
    due_at: null,
    attempts: [],
    attempt_count: 0,
    best_percent: null,
    passed_at: null,
    ...over,
  };
}

async function put(store: MemoryStore, decks: readonly Deck[], assignments: readonly Assignment[]) {
  const tx = store.begin();
  for (const record of decks) tx.decks.put(record);
  for (const record of assignments) tx.assignments.put(record);
  await tx.commit();
}

describe('trainings', () => {
  it('lists decks newest first, those of the start and those of later commits', async () => {
    const store = createMemoryStore();
    store.seed('decks', deck('deck_b', 2));
    store.seed('decks', deck('deck_a', 1));
    const views = createViews(store);
    expect(views.decks()).toHaveLength(2);
    await put(store, [deck('deck_c', 3)], []);
    expect(idsOf(views.decks())).toEqual(['deck_c', 'deck_b', 'deck_a']);
  });

  it('lists assignments of a deck oldest first and of a person newest first, as they are now', async () => {
    const store = createMemoryStore();
    store.seed('assignments', assignment('asg_b', { assigned_at: at(2), deck_id: 'deck_b' }));
    store.seed('assignments', assignment('asg_a', {}));
    const views = createViews(store);
    expect(views.assignmentsOfDeck('deck_a')).toHaveLength(1);
    expect(views.assignmentsOf('usr_cleo')).toEqual([]);
    const later = assignment('asg_c', { assigned_at: at(3), user_id: 'usr_cleo' });
    await put(store, [], [later, assignment('asg_a', { attempt_count: 1 })]);
    expect(idsOf(views.assignmentsOfDeck('deck_a'))).toEqual(['asg_a', 'asg_c']);
    expect(idsOf(views.assignmentsOf('usr_ada'))).toEqual(['asg_b', 'asg_a']);
    expect(views.assignmentsOf('usr_ada')[1]?.attempt_count).toBe(1);
    const tx = store.begin();
    tx.assignments.delete('asg_a');
    await tx.commit();
    expect(idsOf(views.assignmentsOfDeck('deck_a'))).toEqual(['asg_c']);
    expect(views.assignmentsOf('usr_nobody')).toEqual([]);
  });
});
