import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { defineOperation } from '../define.ts';
import { readAt } from './read-at.ts';

/** Marks lines of the acting user's own inbox as read: the named ones, or all. */
export const markNotificationsRead = defineOperation({
  name: 'notifications.mark_read',
  summary: 'Mark notifications as read',
  scope: 'write',
  effect: 'write',
  input: z.strictObject({
    ids: z.array(idSchema('notification')).max(200).optional().describe('All when absent'),
  }),
  output: z.object({ marked: z.int() }),
  run(context, { ids }) {
    const unread = context.services.views
      .notificationsOf(context.user.id)
      .filter(
        (notification) =>
          readAt(context, notification) === null && (ids === undefined || ids.includes(notification.id)),
      );
    for (const { id } of unread) {
      const notification = context.tx.notifications.get(id);
      if (notification) context.tx.notifications.put({ ...notification, read_at: context.now });
    }
    context.record({ type: 'user', id: context.user.id }, { details: { marked: unread.length } });
    return { marked: unread.length };
  },
});
