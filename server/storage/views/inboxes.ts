import type { ChangeRequestHead } from '../../domain/change-request.ts';
import type { Notification } from '../../domain/notification.ts';
import { compareText, createSortedGroups, createSortedList } from './sorted-list.ts';
import { viewOf, type View } from './view.ts';

interface Dated {
  id: string;
  created_at: string;
}

const compareOldestFirst = (left: Dated, right: Dated) =>
  compareText(left.created_at, right.created_at) || compareText(left.id, right.id);

const compareNewestFirst = (left: Dated, right: Dated) =>
  compareText(right.created_at, left.created_at) || compareText(left.id, right.id);

interface ChangeRequests extends View<ChangeRequestHead> {
  all: () => ChangeRequestHead[];
  pendingOf: (documentId: string) => ChangeRequestHead[];
}

/** Every change request, newest first; the waiting ones of a document, oldest first. */
export function createChangeRequests(): ChangeRequests {
  const list = createSortedList<ChangeRequestHead>(compareNewestFirst);
  const pending = createSortedGroups<ChangeRequestHead>(compareOldestFirst);
  const view = viewOf<ChangeRequestHead>({
    append(request) {
      list.append(request);
      if (request.state === 'pending') pending.append(request.document_id, request);
    },
    add(request) {
      list.add(request);
      if (request.state === 'pending') pending.add(request.document_id, request);
    },
    remove(request) {
      list.remove(request);
      if (request.state === 'pending') pending.remove(request.document_id, request);
    },
  });
  return {
    ...view,
    all: () => [...list.items()],
    pendingOf: (documentId) => [...pending.items(documentId)],
  };
}

interface Notifications extends View<Notification> {
  of: (userId: string) => Notification[];
}

/** Each person's inbox, newest first. */
export function createNotifications(): Notifications {
  const inboxes = createSortedGroups<Notification>(compareNewestFirst);
  const view = viewOf<Notification>({
    append: (notification) => inboxes.append(notification.user_id, notification),
    add: (notification) => inboxes.add(notification.user_id, notification),
    remove: (notification) => inboxes.remove(notification.user_id, notification),
  });
  return { ...view, of: (userId) => [...inboxes.items(userId)] };
}
