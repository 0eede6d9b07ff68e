import { z } from 'zod';
import { mayTrash } from '../../policies/documents.ts';
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
  can_restore: z.boolean().describe('Whether you may take it out again'),
});

/** The Trash of the spaces that the acting user may edit, last trashed first. */
export const listTrash = defineOperation({
  name: 'trash.list',
  summary: 'List the Trash',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({ ...pageInput }),
  output: listOutput(trashedDocumentSchema).extend({
    retention_days: z.int().describe('Days until a trashed document is deleted; 0 keeps it'),
  }),
  run(context, page) {
    const rows = context.services.views.trashed().flatMap((document) => {
      const space = context.services.store.tables.spaces.get(document.space_id);
      if (!document.trashed || !space || spaceRight(context.user, space) !== 'edit') return [];
      return [{ document, space, trashed: document.trashed }];
    });
    const { items, ...rest } = pageOf(rows, page);
    const { approval_mode: mode, trash_retention_days } = context.settings;
    return {
      ...rest,
      retention_days: trash_retention_days,
      items: items.map(({ document, space, trashed }) => ({
        ...presentSummary(context, document),
        deleted_at: trashed.at,
        deleted_by: provenance(context, trashed.by),
        purge_at: purgeTime(trashed.at, context.settings),
        can_restore: mayTrash(context, document, space, mode).allowed,
      })),
    };
  },
});
