import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { listOutput, pageInput, pageOf } from '../page.ts';
import { person, personSchema } from '../people.ts';

export const notificationSchema = z.object({
  id: z.string(),
  kind: z.enum([
    'review_requested',
    'request_approved',
    'request_rejected',
    'request_superseded',
    'training_assigned',
    'app_connected',
  ]),
  document_id: z.string().nullable(),
  change_request_id: z.string().nullable(),
  deck_id: z.string().nullable(),
  connected_app_id: z.string().nullable(),
  actor: personSchema,
  created_at: z.string(),
  read_at: z.string().nullable(),
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
    const { items, ...rest } = pageOf(all, page);
    return {
      ...rest,
      unread: all.filter((notification) => notification.read_at === null).length,
      items: items.map(({ actor_id, user_id: _own, connected_app_id = null, ...notification }) => ({
        ...notification,
        connected_app_id,
        actor: person(context, actor_id),
      })),
    };
  },
});
