import type { ChangeRequestHead } from '../../domain/change-request.ts';
import type { DocumentHead } from '../../domain/document.ts';
import { newId } from '../../domain/identifier.ts';
import type { Space } from '../../domain/space.ts';
import { isReviewer } from '../../policies/change-requests.ts';
import { authorize } from '../../policies/decision.ts';
import { mayQueue } from '../../policies/trust.ts';
import type { OperationContext } from '../define.ts';
import type { StagedChange } from '../documents/stage-change.ts';
import { notify } from '../notifications/notify.ts';
import { credentialId, provenanceOf } from '../people.ts';

/**
 * Puts a change into the review queue. A pending request of the same author for the same document is
 * superseded; what it proposed and this one does not touch is carried over, so that nothing is lost.
 *
 * @returns the request, and the one that it supersedes as that was before
 */
export async function queueChange(
  context: OperationContext,
  document: DocumentHead,
  space: Space,
  change: StagedChange,
): Promise<{ request: ChangeRequestHead; earlier: ChangeRequestHead | undefined }> {
  authorize(mayQueue(context.trust));
  context.tx.claim(`pending-request:${document.id}:${context.user.id}`);
  const earlier = ownPendingRequest(context, document.id);
  const carriesText = change.content === undefined && earlier?.has_content === true;
  const keptFields = Object.keys(earlier?.fields ?? {}).filter((name) => !(name in change.fields));
  // What is carried over is as old as the earlier request: a reviewer compares it with what came since.
  const isCarryingOver =
    earlier !== undefined && (carriesText || keptFields.length > 0 || change.buildsOn === earlier.id);
  const content = carriesText ? await context.tx.change_requests.content(earlier.id) : change.content;
  const request: ChangeRequestHead = {
    id: newId('change_request'),
    document_id: document.id,
    state: 'pending',
    fields: { ...earlier?.fields, ...change.fields },
    has_content: content !== undefined,
    base_version: isCarryingOver ? earlier.base_version : document.version,
    note: change.note === '' ? (earlier?.note ?? '') : change.note,
    author: provenanceOf(context),
    credential_id: credentialId(context),
    created_at: context.now,
    decided_at: null,
    decided_by: null,
    comment: '',
    superseded_by: null,
    ...(change.undoes !== undefined && { undoes: change.undoes }),
  };
  if (earlier) {
    context.tx.change_requests.put({
      ...earlier,
      state: 'superseded',
      decided_at: context.now,
      superseded_by: request.id,
    });
  }
  context.tx.change_requests.put(request, content);
  notifyReviewers(context, document, space, request);
  return { request, earlier };
}

/** The change of this document by the acting user that waits for review. */
export function ownPendingRequest(
  context: OperationContext,
  documentId: string,
): ChangeRequestHead | undefined {
  const candidates = context.services.views.pendingRequests(documentId);
  const own = candidates.find((request) => request.author.user_id === context.user.id);
  const current = own && context.tx.change_requests.get(own.id);
  return current?.state === 'pending' ? current : undefined;
}

function notifyReviewers(
  context: OperationContext,
  document: DocumentHead,
  space: Space,
  request: ChangeRequestHead,
): void {
  for (const user of context.services.store.tables.users.all()) {
    // Whoever may publish hears of what their own app has left for them to decide.
    const isOwnWish = user.id === context.user.id && context.trust === 'full';
    if (isOwnWish || !isReviewer(user, space)) continue;
    notify(context, user.id, 'review_requested', { document_id: document.id, change_request_id: request.id });
  }
}
