import type { ChecklistTicks } from '../../domain/checklist-ticks.ts';
import { createGroups, createLookup } from './lookup.ts';

/** One reader has one record for each document. */
export function readerKey(userId: string, documentId: string): string {
  return `${userId} ${documentId}`;
}

/** What readers have ticked, by reader and document, and by document. */
export function createChecklistViews() {
  return {
    ofReader: createLookup<ChecklistTicks>(({ user_id, document_id }) => readerKey(user_id, document_id)),
    ofDocument: createGroups<ChecklistTicks>(
      ({ document_id }) => document_id,
      ({ created_at }) => created_at,
      'oldest first',
    ),
  };
}
