import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { mayWithdraw } from '../../policies/change-requests.ts';
import { authorize } from '../../policies/decision.ts';
import { defineOperation } from '../define.ts';
import { requirePending } from './decide.ts';
import { changeRequestSummarySchema, loadChangeRequest, presentChangeRequest } from './view.ts';

/** Takes an own change request back before it is decided. */
export const withdrawChangeRequest = defineOperation({
  name: 'change_requests.withdraw',
  summary: 'Withdraw a change request',
  scope: 'write',
  effect: 'write',
  trust: 'review',
  input: z.strictObject({ id: idSchema('change_request') }),
  output: z.object({ change_request: changeRequestSummarySchema }),
  run(context, { id }) {
    const { request, document } = loadChangeRequest(context, id);
    authorize(mayWithdraw(context.user, request));
    requirePending(request);
    const withdrawn = {
      ...request,
      state: 'withdrawn' as const,
      decided_at: context.now,
      decided_by: context.user.id,
    };
    context.tx.change_requests.put(withdrawn);
    context.record({ type: 'change_request', id: request.id }, { details: { document_id: document.id } });
    return { change_request: presentChangeRequest(context, withdrawn, document) };
  },
});
