import type { ChangeRequestHead } from '../../domain/change-request.ts';
import type { Notification } from '../../domain/notification.ts';
import type { Views } from '../../ports.ts';
import { compareText, createSortedGroups } from './sorted-list.ts';
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
  wanted: Views['changeRequests'];
  of: Views['changeRequestsFor'];
  pendingOf: Views['pendingRequests'];
}

const ofDocument = (documentId: string) => `document ${documentId}`;
const wantedKey = (state = '', authorId = '') => `state ${state} author ${authorId}`;

/** Whoever lists change requests reads one ordered list, as long as what they asked for and no longer. */
function keysOf({ document_id, state, author }: ChangeRequestHead): readonly string[] {
  return [
    wantedKey(),
    wantedKey(state),
    wantedKey('', author.user_id),
    wantedKey(state, author.user_id),
    ofDocument(document_id),
  ];
}

function forEachKey(
  request: ChangeRequestHead,
  act: (key: string, request: ChangeRequestHead) => void,
): void {
  for (const key of keysOf(request)) act(key, request);
}

/** Change requests, newest first, by what is asked for; the waiting ones of a document, oldest first. */
export function createChangeRequests(): ChangeRequests {
  const groups = createSortedGroups<ChangeRequestHead>(compareNewestFirst);
  const view = viewOf<ChangeRequestHead>({
    append: (request) => forEachKey(request, groups.append),
    add: (request) => forEachKey(request, groups.add),
    remove: (request) => forEachKey(request, groups.remove),
  });
  return {
    ...view,
    wanted: ({ state, author_id: authorId } = {}) => groups.items(wantedKey(state, authorId)),
    of: (documentId) => [...groups.items(ofDocument(documentId))],
    pendingOf: (documentId) =>
      groups
        .items(ofDocument(documentId))
        .filter((request) => request.state === 'pending')
        .toSorted(compareOldestFirst),
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
