import type { DeckView } from '../../operations/training/view.ts';

/** What has become of the document that a deck was made from, if anything; with a space before it. */
export function deckRemark({
  document_state,
  outdated,
  document_version,
  current_version,
}: DeckView): string {
  if (document_state === 'deleted') return ' Its document was deleted, so it cannot be taken any more.';
  if (document_state !== 'published')
    return ` Its document is not published any more (${document_state}), so it cannot be taken by everybody.`;
  if (!outdated) return '';
  return ` The document has moved on to version ${current_version}, and the deck shows version ${document_version}: make a new deck if that matters.`;
}

/** How far people are: `12 assigned: 7 passed, 2 failed, 3 not started; 1 overdue`. */
export function countsSentence({ counts }: DeckView): string {
  if (counts.assigned === 0) return 'nobody has it yet';
  const overdue = counts.overdue === 0 ? '' : `; ${counts.overdue} overdue`;
  return `${counts.assigned} assigned: ${counts.passed} passed, ${counts.failed} failed, ${counts.not_started} not started${overdue}`;
}
