import type { ChangeRequestHead } from '../../domain/change-request.ts';
import type { DocumentHead } from '../../domain/document.ts';
import { ownPendingRequest } from '../change-requests/queue.ts';
import type { OperationContext } from '../define.ts';

/**
 * The text of the acting user's own that waits for review: an edit that will wait too starts from it, because the
 * newer request takes the older one's place and would drop its text.
 */
export function waitingText(
  context: OperationContext,
  document: DocumentHead,
): ChangeRequestHead | undefined {
  const request = document.status === 'published' ? ownPendingRequest(context, document.id) : undefined;
  return request?.has_content ? request : undefined;
}
