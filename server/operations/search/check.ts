import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { searchStatusSchema } from './status.ts';

/** Compares the search index with the documents, and the saved file with its checksum. Changes nothing. */
export const checkSearchIndex = defineOperation({
  name: 'search.check',
  summary: 'Check the search index',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({}),
  output: searchStatusSchema.pick({ state: true, problem: true }).extend({
    documents: z.int().describe('Documents that belong in the index'),
    indexed: z.int().describe('Documents in it'),
    missing: z.array(z.string()).describe('Ids of documents that are not in it, at most 100'),
    stale: z.array(z.string()).describe('Ids of documents that are in it in another state, at most 100'),
    surplus: z.array(z.string()).describe('Ids that should not be in it, at most 100'),
    file_is_whole: z
      .boolean()
      .nullable()
      .describe('Whether the saved file is whole; null when there is none'),
  }),
  async run(context) {
    requireAdmin(context, 'check the search index');
    const { search } = context.services;
    const found = await search.check();
    const { state, problem } = await search.status();
    return { state, problem, ...found };
  },
});
