import { z } from 'zod';
import type { Notification } from '../../domain/notification.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { isVisible } from '../documents/load.ts';
import { listOutput, pageInput, pageOf } from '../page.ts';
import { person, personSchema } from '../people.ts';
import { readAt } from './read-at.ts';

export const notificationSchema = z.object({
  id: z.string(),
  kind: z.enum([
    'review_requested',
    'request_approved',
    'request_rejected',
    'request_superseded',
    'training_assigned',
    'app_connected',
    'app_disconnected',
    'address_changed',
    'connection_failed',
  ]),
  document_id: z.string().nullable(),
  change_request_id: z.string().nullable(),
  deck_id: z.string().nullable(),
  connected_app_id: z.string().nullable(),
  actor: personSchema,
  subject: z
    .string()
    .nullable()
    .describe(
      'Title of the document or deck, name of the app or apps; null where it is gone or hidden from you',
    ),
  cause: z.string().nullable().describe('Why an app could not be connected; null of other lines'),
  created_at: z.string(),
  read_at: z
    .string()
    .nullable()
    .describe('When you read it, or when the review that it asks for was decided'),
});

/** The acting user's inbox, newest first. */
export const listNotifications = defineOperation({
  name: 'notifications.list',
  summary: 'List your notifications',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({ ...pageInput }),
  output: listOutput(notificationSchema).extend({ unread: z.int() }),
  run(context, page) {
    const all = context.services.views.notificationsOf(context.user.id);
    const { items, ...paging } = pageOf(all, page);
    return {
      ...paging,
      unread: all.filter((notification) => readAt(context, notification) === null).length,
      items: items.map((notification) => {
        const {
          actor_id,
          user_id: _own,
          connected_app_id = null,
          connected_app_ids: _apps,
          connection,
          ...rest
        } = notification;
        return {
          ...rest,
          connected_app_id,
          cause: connection?.cause ?? null,
          read_at: readAt(context, notification),
          subject: subjectOf(context, notification),
          actor: person(context, actor_id),
        };
      }),
    };
  },
});

/** What a line is about, as far as the reader may know it now. */
function subjectOf(context: OperationContext, notification: Notification): string | null {
  const { documents, connected_apps: apps } = context.services.store.tables;
  if (notification.connection) return notification.connection.client;
  const { connected_app_id: appId, connected_app_ids: appIds, document_id: documentId } = notification;
  if (appIds !== undefined) return namesOf(appIds.flatMap((id) => apps.get(id)?.name ?? []));
  if (appId !== undefined) return apps.get(appId)?.name ?? null;
  const document = documentId === null ? undefined : documents.get(documentId);
  return document && isVisible(context, document) ? document.title : null;
}

/** Each name once: an app may be several people's. */
function namesOf(names: readonly string[]): string | null {
  return names.length === 0 ? null : new Intl.ListFormat('en').format(new Set(names));
}
