import type { ChecklistTicks } from '../../domain/checklist-ticks.ts';
import { createGroups, createLookup } from './lookup.ts';

/** One reader has one record for each document. */
export function readerKey(userId: string, documentId: string): string {
  return `${userId} ${documentId}`;
}

/** What one reader has ticked in one document. */
export const createTicksOfReader = () =>
  createLookup<ChecklistTicks>(({ user_id, document_id }) => readerKey(user_id, document_id));

/** What all readers have ticked in a document. */
export const createTicksOfDocument = () =>
  createGroups<ChecklistTicks>(
    ({ document_id }) => document_id,
    ({ created_at }) => created_at,
    'oldest first',
  );
