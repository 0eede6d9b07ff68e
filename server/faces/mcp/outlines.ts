import { z } from 'zod';

/*
 * What a model has to know of the shapes in an answer to go on from it. Answers carry all fields of their operations;
 * declaring each of them in every tool would cost every conversation more than it tells (budget of `tools/list`).
 */

/** A document beside its text, and in lists. */
export const documentOutline = z.object({
  id: z.string(),
  title: z.string(),
  space: z.string(),
  status: z.string(),
  version: z.int(),
  url: z.string(),
});

/** A document that search found. */
export const hitOutline = documentOutline
  .omit({ version: true })
  .extend({ snippet: z.string(), anchor: z.string().nullable() });

/** Another page, named beside one that is read. */
export const pageOutline = z.object({ id: z.string(), title: z.string() });

export const deckOutline = z.object({ id: z.string(), title: z.string(), outdated: z.boolean() });

/** How one person does with a deck. */
export const progressOutline = z.object({
  person: z.object({ username: z.string() }),
  state: z.string(),
  score_percent: z.int().nullable(),
  overdue: z.boolean(),
});

export const spaceOutline = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  can_edit: z.boolean(),
});
