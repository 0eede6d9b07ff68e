import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';

const semanticSchema = z.object({
  state: z.enum(['off', 'ready', 'building', 'failing']),
  model: z.string().nullable(),
  embedded: z.int().describe('Documents with vectors of the current model'),
  documents: z.int().describe('Documents that need vectors'),
  problem: z.string().nullable().describe('Why the provider does not answer'),
  retry_at: z.string().nullable().describe('When it is asked again'),
});

export const searchStatusSchema = z.object({
  state: z
    .enum(['ready', 'building', 'off', 'unavailable'])
    .describe('`building`: results are partial; `off`: nothing is searched here'),
  indexed: z.int().describe('Documents in the index'),
  documents: z.int().describe('Documents that belong in it'),
  progress: z
    .object({ done: z.int(), total: z.int() })
    .nullable()
    .describe('Documents read for the index that is being built, and all of them; null while none is'),
  saved_bytes: z.int().nullable().describe('Size of the saved index; null when there is none'),
  saved_at: z.string().nullable(),
  problem: z
    .string()
    .nullable()
    .describe('Why the index cannot be saved, or what was wrong with the saved one when it was opened'),
  semantic: semanticSchema,
});

/** How far the search index is, and what is wrong with it. */
export const readSearchStatus = defineOperation({
  name: 'search.status',
  summary: 'Show the state of the search index',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({}),
  output: searchStatusSchema,
  run(context) {
    requireAdmin(context, 'look at the search index');
    return context.services.search.status();
  },
});
