import { z } from 'zod';

export const dueDaysSchema = z
  .int()
  .min(1)
  .max(3650)
  .describe('Days from an assignment until it is due; no due date when left out');

export const passPercentSchema = z.int().min(1).max(100).describe('Share of right answers that passes');

/** What is asked of people unless the deck says otherwise. */
export const DEFAULT_PASS_PERCENT = 80;

/**
 * A training deck: one version of a published document, as slides and questions. The text itself is not copied:
 * versions never change once written, so the deck shows the same slides for as long as the document exists.
 */
export interface Deck {
  id: string;
  document_id: string;
  /** The version that it was made from. */
  document_version: number;
  /** Where the document was then: decides who sees the deck when the document is deleted for ever. */
  space_id: string;
  /** The document's title then. */
  title: string;
  slide_count: number;
  question_count: number;
  due_days: number | null;
  pass_percent: number;
  created_by: string;
  created_at: string;
}
