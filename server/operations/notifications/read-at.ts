import type { Notification } from '../../domain/notification.ts';
import type { OperationContext } from '../define.ts';

/**
 * When a line was read or seen to, or null. A wish for a review is seen to for everybody who was told, as soon as it
 * is decided, taken back or replaced. That follows from the request rather than being stored, so that no way of
 * ending one can forget it, and one that waits again is unread again.
 */
export function readAt(
  { services }: OperationContext,
  { kind, change_request_id: requestId, read_at: readTime, created_at: createdAt }: Notification,
): string | null {
  if (readTime !== null || kind !== 'review_requested' || requestId === null) return readTime;
  const request = services.store.tables.change_requests.get(requestId);
  return request?.state === 'pending' ? null : (request?.decided_at ?? createdAt);
}
