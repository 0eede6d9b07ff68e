import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { jobIdSchema } from './view.ts';

/** The pages that an import brought in as drafts and that still are, so that they can be published together. */
export const listImportedDrafts = defineOperation({
  name: 'markdown_files.drafts',
  summary: 'List the drafts that an import brought in',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({ job_id: jobIdSchema }),
  output: z.object({
    items: z
      .array(z.object({ id: z.string(), title: z.string() }))
      .describe('Pages before those that nest under them; none of an import that is not the last one'),
  }),
  run(context, { job_id: id }) {
    requireAdmin(context, 'look at imports and exports');
    const { tx, services } = context;
    const heads = services.transfers.draftsOf(id).flatMap((draft) => tx.documents.get(draft) ?? []);
    const items = heads.filter((head) => head.status === 'draft' && head.trashed === null);
    return { items: items.map(({ id: draft, title }) => ({ id: draft, title })) };
  },
});
