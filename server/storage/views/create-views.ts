import type { AppliedChange, HeadRecords, ReadableTable, Store, Views } from '../../ports.ts';
import { createDocumentOrder } from './document-order.ts';
import { createBacklinks, createChildren, createTrashed } from './document-relations.ts';
import { createChangeRequests, createNotifications } from './inboxes.ts';
import { createSpaceNames, createTokenSecrets, createUserNames } from './names.ts';
import { createAssignments, createDecks } from './training.ts';
import type { View } from './view.ts';

/**
 * Builds every list from the store's tables, then follows each commit. A list shows a commit before the
 * commit is answered.
 */
export function createViews(store: Pick<Store, 'tables' | 'onApplied'>): Views {
  const order = createDocumentOrder();
  const children = createChildren();
  const backlinks = createBacklinks();
  const trashed = createTrashed();
  const requests = createChangeRequests();
  const inboxes = createNotifications();
  const users = createUserNames();
  const spaces = createSpaceNames();
  const tokens = createTokenSecrets();
  const decks = createDecks();
  const assignments = createAssignments();

  const documentViews = [order, children, backlinks, trashed];
  fill(store.tables.documents, documentViews);
  fill(store.tables.change_requests, [requests]);
  fill(store.tables.notifications, [inboxes]);
  fill(store.tables.users, [users]);
  fill(store.tables.spaces, [spaces]);
  fill(store.tables.tokens, [tokens]);
  fill(store.tables.decks, [decks]);
  fill(store.tables.assignments, [assignments]);

  function applyOne(change: AppliedChange): void {
    switch (change.collection) {
      case 'documents':
        for (const view of documentViews) view.apply(change.before, change.after);
        return;
      case 'change_requests':
        return requests.apply(change.before, change.after);
      case 'notifications':
        return inboxes.apply(change.before, change.after);
      case 'users':
        return users.apply(change.before, change.after);
      case 'spaces':
        return spaces.apply(change.before, change.after);
      case 'tokens':
        return tokens.apply(change.before, change.after);
      case 'decks':
        return decks.apply(change.before, change.after);
      case 'assignments':
        return assignments.apply(change.before, change.after);
      case 'settings':
      case 'templates':
        return undefined;
    }
  }
  store.onApplied((changes) => changes.forEach(applyOne));

  return {
    userByName: users.get,
    tokenByHash: tokens.get,
    tokensOf: tokens.of,
    spaceBySlug: spaces.get,
    spaces: spaces.all,
    documents: order.page,
    documentCount: order.count,
    children: children.of,
    backlinks: backlinks.of,
    trashed: trashed.all,
    pendingRequests: requests.pendingOf,
    changeRequests: requests.wanted,
    changeRequestsFor: requests.of,
    notificationsOf: inboxes.of,
    decks: decks.all,
    assignmentsOfDeck: assignments.ofDeck,
    assignmentsOf: assignments.of,
  };
}

function fill<T extends HeadRecords[keyof HeadRecords]>(
  table: ReadableTable<T>,
  views: readonly View<T>[],
): void {
  for (const record of table.all()) {
    for (const view of views) view.fill(record);
  }
}
