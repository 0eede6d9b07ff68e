import { z } from 'zod';
import type { ChangeRequestHead, ChangeRequestState } from '../../domain/change-request.ts';
import type { DocumentHead } from '../../domain/document.ts';
import { isReviewer, mayDecide, mayReadChangeRequest } from '../../policies/change-requests.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { listOutput, pageInput } from '../page.ts';
import { credentialId } from '../people.ts';
import {
  changeRequestStateSchema,
  changeRequestSummarySchema,
  presentChangeRequest,
  type ChangeRequestSummary,
} from './view.ts';

/** The change requests that the acting user made or may review, newest first. */
export const listChangeRequests = defineOperation({
  name: 'change_requests.list',
  summary: 'List change requests',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({
    state: changeRequestStateSchema.optional(),
    as: z
      .enum(['reviewer', 'author'])
      .optional()
      .describe('reviewer: those that you may decide on; author: those that you made'),
    ...pageInput,
  }),
  output: listOutput(changeRequestSummarySchema),
  run(context, { state, as, limit, offset }) {
    const items: ChangeRequestSummary[] = [];
    let total = 0;
    for (const request of reachableRequests(context, state, as)) {
      const document = readableDocument(context, request, as);
      if (!document) continue;
      if (total >= offset && items.length < limit)
        items.push(presentChangeRequest(context, request, document));
      total += 1;
    }
    return { items, total, limit, offset };
  },
});

/** Whoever reviews nothing reads only what they made: so much is looked at, and no more. */
function reachableRequests(
  { services, user }: OperationContext,
  state: ChangeRequestState | undefined,
  as: 'reviewer' | 'author' | undefined,
): readonly ChangeRequestHead[] {
  const isReviewerSomewhere =
    as !== 'author' && services.views.spaces().some((space) => isReviewer(user, space));
  return services.views.changeRequests({
    ...(state === undefined ? {} : { state }),
    ...(isReviewerSomewhere ? {} : { author_id: user.id }),
  });
}

function readableDocument(
  context: OperationContext,
  request: ChangeRequestHead,
  as: 'reviewer' | 'author' | undefined,
): DocumentHead | undefined {
  const { services, user } = context;
  const { documents, spaces } = services.store.tables;
  const document = documents.get(request.document_id);
  const space = document && spaces.get(document.space_id);
  if (!document || !space || !mayReadChangeRequest(user, request, document, space)) return undefined;
  const isWanted = as !== 'reviewer' || mayDecide(user, credentialId(context), request, space).allowed;
  return isWanted ? document : undefined;
}
