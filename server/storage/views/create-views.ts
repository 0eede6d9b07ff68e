import type { AppliedChange, CollectionName, HeadRecords, ReadableTable, Store, Views } from '../../ports.ts';
import { trusted } from '../trusted.ts';
import { createAccessViews } from './access.ts';
import { createAttachmentViews } from './attachments.ts';
import { createChecklistViews, readerKey } from './checklists.ts';
import { createDocumentOrder } from './document-order.ts';
import { createBacklinks, createChildren, createTrashed } from './document-relations.ts';
import { createChangeRequests, createNotifications } from './inboxes.ts';
import { createSpaceNames, createTokenSecrets, createUserNames } from './names.ts';
import { createAssignments, createDecks } from './training.ts';
import type { View } from './view.ts';

/** The views that follow each collection. */
type Followers = { [Name in CollectionName]: readonly View<HeadRecords[Name]>[] };

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
  const access = createAccessViews();
  const attachments = createAttachmentViews();
  const checklists = createChecklistViews();

  follow(store, {
    documents: [order, children, backlinks, trashed],
    change_requests: [requests],
    notifications: [inboxes],
    users: [users],
    spaces: [spaces],
    tokens: [tokens],
    decks: [decks],
    assignments: [assignments],
    sessions: [access.sessionSecrets, access.sessions],
    sign_in_codes: [access.codeSecrets, access.codes],
    connected_apps: [access.apps],
    oauth_artifacts: [access.grantArtifacts],
    attachments: [attachments.ofDocument, attachments.withHash, attachments.uses],
    upload_links: [attachments.linkSecrets, attachments.linksOfDocument],
    sittings: [access.sittings],
    checklists: [checklists.ofReader, checklists.ofDocument],
    settings: [],
    templates: [],
  });

  return {
    userByName: users.get,
    tokenByHash: tokens.get,
    tokensOf: tokens.of,
    spaceBySlug: spaces.get,
    spaces: spaces.all,
    documents: order.page,
    documentCount: order.count,
    children: children.of,
    topPages: children.of,
    backlinks: backlinks.of,
    trashed: trashed.all,
    pendingRequests: requests.pendingOf,
    changeRequests: requests.wanted,
    changeRequestsFor: requests.of,
    notificationsOf: inboxes.of,
    decks: decks.all,
    assignmentsOfDeck: assignments.ofDeck,
    assignmentsOf: assignments.of,
    sessionByHash: access.sessionSecrets.get,
    sessionsOf: access.sessions.of,
    signInCodeByHash: access.codeSecrets.get,
    signInCodesOf: access.codes.of,
    connectedAppsOf: access.apps.of,
    oauthArtifactsOf: access.grantArtifacts.of,
    attachmentsOf: attachments.ofDocument.of,
    attachmentsWithHash: attachments.withHash.of,
    attachmentUse: attachments.uses.of,
    uploadLinkByHash: attachments.linkSecrets.get,
    uploadLinksOf: attachments.linksOfDocument.of,
    sittingsOf: access.sittings.of,
    ticksOf: (userId, documentId) => checklists.ofReader.get(readerKey(userId, documentId)),
    ticksIn: checklists.ofDocument.of,
  };
}

/** Fills each view from its collection's table; each commit reaches them from then on. */
function follow(store: Pick<Store, 'tables' | 'onApplied'>, followers: Followers): void {
  const viewsOf = (name: CollectionName) => trusted<readonly View<unknown>[]>(followers[name]);
  for (const name of Object.keys(followers)) {
    const collection = trusted<CollectionName>(name);
    fill<unknown>(store.tables[collection], viewsOf(collection));
  }
  const applyOne = ({ collection, before, after }: AppliedChange) => {
    for (const view of viewsOf(collection)) view.apply(before, after);
  };
  store.onApplied((changes) => changes.forEach(applyOne));
}

function fill<T>(table: ReadableTable<T>, views: readonly View<T>[]): void {
  if (views.length === 0) return;
  for (const record of table.all()) {
    for (const view of views) view.fill(record);
  }
}
