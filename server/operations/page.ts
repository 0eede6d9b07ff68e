import { z } from 'zod';

export const MAX_LIMIT = 100;

/** Paging of every list. A larger limit is answered with 100, and the reply says so (decisions, "List limits"). */
export const pageInput = {
  limit: z
    .int()
    .min(1)
    .default(25)
    .transform((limit) => Math.min(limit, MAX_LIMIT))
    .describe('How many items, 1 to 100'),
  offset: z.int().min(0).max(1_000_000_000).default(0).describe('How many items to skip'),
};

export interface Page {
  limit: number;
  offset: number;
}

/** The shape of every list reply. */
export function listOutput<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.int(), limit: z.int(), offset: z.int() });
}

/** One page of a list that is whole in memory. */
export function pageOf<Item>(all: readonly Item[], { limit, offset }: Page) {
  return { items: all.slice(offset, offset + limit), total: all.length, limit, offset };
}
