import { z } from 'zod';

/** More items than people tick; the oldest answers are not dropped, further ones are refused. */
export const MOST_TICKS = 2_000;

/** Names an item within a document, by its words: the same item keeps its tick when others are added. */
export const checklistItemSchema = z
  .string()
  .regex(/^[0-9a-z]{1,16}(?:-[0-9]{1,4})?$/, 'is the name of an item, as the app makes it');

/**
 * What one reader has ticked in the checklists of one document (decisions, rich blocks: "ticks stored per reader, never
 * in the text").
 */
export interface ChecklistTicks {
  id: string;
  user_id: string;
  document_id: string;
  /** By item: ticked, or taken back where the text says ticked. Items without an entry are as the text says. */
  ticks: Record<string, boolean>;
  created_at: string;
}
