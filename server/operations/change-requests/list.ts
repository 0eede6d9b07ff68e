import { z } from 'zod';
import { mayReadChangeRequest } from '../../policies/change-requests.ts';
import { defineOperation } from '../define.ts';
import { listOutput, pageInput, pageOf } from '../page.ts';
import { changeRequestStateSchema, changeRequestSummarySchema, presentChangeRequest } from './view.ts';

/** The change requests that the acting user made or may review, newest first. */
export const listChangeRequests = defineOperation({
  name: 'change_requests.list',
  summary: 'List change requests',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({ state: changeRequestStateSchema.optional(), ...pageInput }),
  output: listOutput(changeRequestSummarySchema),
  run(context, { state, ...page }) {
    const { documents, spaces } = context.services.store.tables;
    const readable = context.services.views.changeRequests().flatMap((request) => {
      const document = documents.get(request.document_id);
      const space = document && spaces.get(document.space_id);
      if (!document || !space || (state !== undefined && request.state !== state)) return [];
      return mayReadChangeRequest(context.user, request, document, space) ? [{ request, document }] : [];
    });
    const { items, ...rest } = pageOf(readable, page);
    return {
      ...rest,
      items: items.map(({ request, document }) => presentChangeRequest(context, request, document)),
    };
  },
});
