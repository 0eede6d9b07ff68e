import { z } from 'zod';
import { documentStatusSchema, documentTypeSchema, tagSchema } from '../../domain/document.ts';
import { slugSchema } from '../../domain/space.ts';
import { defineOperation } from '../define.ts';
import { listOutput, pageInput } from '../page.ts';
import { loadSpace, visibleTo } from './load.ts';
import { documentSummarySchema, presentSummary } from './view.ts';

/** Documents that the acting user sees, newest first, without their texts. */
export const listDocuments = defineOperation({
  name: 'documents.list',
  summary: 'List documents',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({
    space: slugSchema.optional(),
    status: documentStatusSchema.optional().describe('Drafts are visible to editors and up'),
    type: documentTypeSchema.optional(),
    tag: tagSchema.optional(),
    ...pageInput,
  }),
  output: listOutput(documentSummarySchema),
  run(context, { space, status, type, tag, limit, offset }) {
    const filter = {
      ...(space === undefined ? {} : { space_ids: [loadSpace(context, space).id] }),
      ...(status === undefined ? {} : { statuses: [status] }),
      ...(type === undefined ? {} : { types: [type] }),
      ...(tag === undefined ? {} : { tags: [tag] }),
    };
    const page = context.services.views.documents(visibleTo(context), filter, { limit, offset });
    return {
      items: page.items.map((head) => presentSummary(context, head)),
      total: page.total,
      limit,
      offset,
    };
  },
});
