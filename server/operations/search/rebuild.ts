import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { searchStatusSchema } from './status.ts';

/** Builds the search index anew from the documents. Searches are answered from the old one until it is done. */
export const rebuildSearchIndex = defineOperation({
  name: 'search.rebuild',
  summary: 'Build the search index anew',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({}),
  output: searchStatusSchema,
  async run(context) {
    requireAdmin(context, 'rebuild the search index');
    const { search, store } = context.services;
    await search.rebuild(context.signal);
    const status = await search.status();
    context.record(
      { type: 'workspace', id: store.instanceId },
      { details: { documents: status.indexed }, isEvent: true },
    );
    return status;
  },
});
