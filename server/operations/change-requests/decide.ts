import type { ChangeRequestHead } from '../../domain/change-request.ts';
import { conflict } from '../../errors.ts';
import { authorize } from '../../policies/decision.ts';
import { mayDecide } from '../../policies/change-requests.ts';
import type { OperationContext } from '../define.ts';
import { notify } from '../notifications/notify.ts';
import { credentialId } from '../people.ts';
import type { LoadedRequest } from './view.ts';

export function requirePending(request: ChangeRequestHead): void {
  if (request.state === 'pending') return;
  throw conflict(`This change request is already ${request.state}.`, {
    hint: 'List the pending change requests to see what still waits.',
    details: { state: request.state },
  });
}

export function authorizeDecision(context: OperationContext, { request, space }: LoadedRequest): void {
  authorize(mayDecide(context.user, credentialId(context), request, space));
}

/** Stages the decision and tells the author. */
export function stageDecision(
  context: OperationContext,
  request: ChangeRequestHead,
  decision: { state: 'approved' | 'rejected'; comment: string },
): ChangeRequestHead {
  const decided: ChangeRequestHead = {
    ...request,
    ...decision,
    decided_at: context.now,
    decided_by: context.user.id,
  };
  context.tx.change_requests.put(decided);
  if (request.author.user_id !== context.user.id) {
    notify(
      context,
      request.author.user_id,
      decision.state === 'approved' ? 'request_approved' : 'request_rejected',
      {
        document_id: request.document_id,
        change_request_id: request.id,
      },
    );
  }
  context.record(
    { type: 'change_request', id: request.id },
    { details: { document_id: request.document_id } },
  );
  return decided;
}
