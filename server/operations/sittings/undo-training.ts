import type { Assignment } from '../../domain/assignment.ts';
import { AppError } from '../../errors.ts';
import { loadDeck, requireTrainingManager } from '../training/load.ts';
import { stageRemoval } from '../training/unassign.ts';
import { namesOf } from './names.ts';
import type { ItemReport, Undoing } from './report.ts';
import type { Write } from './writes.ts';

/** Takes back training decks that a sitting made and gave to people; what somebody has worked on stays. */
export function undoTraining(undoing: Undoing, writes: ReadonlyMap<string, readonly Write[]>): void {
  for (const [id, ofDeck] of writes) {
    const report = undoing.about('deck', id);
    try {
      undoDeck(undoing, id, ofDeck, report);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      report.left.push(error.message);
    }
  }
}

function undoDeck(undoing: Undoing, id: string, writes: readonly Write[], report: ItemReport): void {
  const { context, sitting, marks } = undoing;
  const did = (action: string) => writes.some((write) => write.action === action);
  if (sitting.undone?.ids.includes(id)) return;
  if (!context.tx.decks.get(id)) {
    if (did('training.delete_deck') && !did('training.create_deck'))
      report.left.push('The sitting deleted this deck with its results: that cannot be taken back.');
    return;
  }
  requireTrainingManager(context);
  const { deck } = loadDeck(context, id);
  report.title = deck.title;
  if (did('training.unassign')) {
    report.left.push('The sitting took the deck from people: that cannot be taken back. Assign it again.');
  }
  context.tx.claim(`assignments:${id}`);
  const all = context.services.views.assignmentsOfDeck(id);
  const given = all.filter((assignment) => isGivenBy(assignment, writes));
  const untouched = given.filter(({ attempt_count: attempts }) => attempts === 0);
  const taken = given.filter(({ attempt_count: attempts }) => attempts > 0);
  if (taken.length > 0) {
    const names = namesOf(
      context,
      taken.map(({ user_id: userId }) => userId),
    );
    report.left.push(`The assignments of ${names} stay: they have taken the training.`);
  }
  if (untouched.length > 0) {
    stageRemoval(context, id, untouched);
    report.did.push(`Taken from ${untouched.length === 1 ? '1 person' : `${untouched.length} people`}.`);
  }
  if (!did('training.create_deck')) return;
  if (all.length > untouched.length) {
    report.left.push('The deck stays: people have it.');
    return;
  }
  context.tx.decks.delete(id);
  marks.add(id);
  report.did.push('The deck is deleted.');
}

/** Everything that one operation writes bears one time. */
function isGivenBy({ assigned_at: at }: Assignment, writes: readonly Write[]): boolean {
  return writes.some((write) => write.action === 'training.assign' && write.at === at);
}
