import { newId } from '../../domain/identifier.ts';
import type { FailedConnection, NotificationKind } from '../../domain/notification.ts';
import type { OperationContext } from '../define.ts';

/** An inbox keeps this many lines; beyond it the oldest go. */
const INBOX_SIZE = 200;

/** Stages one line for a person's inbox, in the commit of what caused it. */
export function notify(
  context: OperationContext,
  userId: string,
  kind: NotificationKind,
  about: {
    document_id?: string;
    change_request_id?: string;
    deck_id?: string;
    connected_app_id?: string;
    connected_app_ids?: readonly string[];
    connection?: FailedConnection;
  },
): void {
  const inbox = context.services.views.notificationsOf(userId);
  for (const { id } of inbox.slice(INBOX_SIZE - 1)) context.tx.notifications.delete(id);
  context.tx.notifications.put({
    id: newId('notification'),
    user_id: userId,
    kind,
    document_id: about.document_id ?? null,
    change_request_id: about.change_request_id ?? null,
    deck_id: about.deck_id ?? null,
    ...(about.connected_app_id !== undefined && { connected_app_id: about.connected_app_id }),
    ...(about.connected_app_ids !== undefined && { connected_app_ids: about.connected_app_ids }),
    ...(about.connection !== undefined && { connection: about.connection }),
    actor_id: context.user.id,
    created_at: context.now,
    read_at: null,
  });
}
