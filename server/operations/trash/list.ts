import { z } from 'zod';
import { spaceRight } from '../../policies/spaces.ts';
import { defineOperation } from '../define.ts';
import { documentSummarySchema, presentSummary } from '../documents/view.ts';
import { listOutput, pageInput, pageOf } from '../page.ts';
import { provenance, provenanceSchema } from '../people.ts';
import { purgeTime } from './retention.ts';

export const trashedDocumentSchema = documentSummarySchema.extend({
  deleted_at: z.string(),
  deleted_by: provenanceSchema,
  purge_at: z.string().nullable(),
});

/** The Trash of the spaces that the acting user may edit, last trashed first. */
export const listTrash = defineOperation({
  name: 'trash.list',
  summary: 'List the Trash',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({ ...pageInput }),
  output: listOutput(trashedDocumentSchema),
  run(context, page) {
    const rows = context.services.views.trashed().flatMap((document) => {
      const space = context.services.store.tables.spaces.get(document.space_id);
      if (!document.trashed || !space || spaceRight(context.user, space) !== 'edit') return [];
      return [{ document, trashed: document.trashed }];
    });
    const { items, ...rest } = pageOf(rows, page);
    return {
      ...rest,
      items: items.map(({ document, trashed }) => ({
        ...presentSummary(context, document),
        deleted_at: trashed.at,
        deleted_by: provenance(context, trashed.by),
        purge_at: purgeTime(trashed.at, context.settings),
      })),
    };
  },
});
