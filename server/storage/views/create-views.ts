import type { CollectionName, HeadRecords, Store, Views } from '../../ports.ts';
import { trusted } from '../trusted.ts';
import {
  createAppsOf,
  createArtifactsOfGrant,
  createCodeSecrets,
  createCodesOf,
  createSessionSecrets,
  createSessionsOf,
  createSittingsOf,
} from './access.ts';
import {
  createAttachmentsOf,
  createAttachmentsWithHash,
  createLinkSecrets,
  createLinksOf,
  createUses,
} from './attachments.ts';
import { createTicksOfDocument, createTicksOfReader, readerKey } from './checklists.ts';
import { createDocumentOrder } from './document-order.ts';
import { createBacklinks, createChildren, createTrashed } from './document-relations.ts';
import { createChangeRequests, createNotifications } from './inboxes.ts';
import { createSpaceNames, createTokenSecrets, createUserNames } from './names.ts';
import { createAssignments, createDecks } from './training.ts';
import type { View } from './view.ts';

/**
 * Every list over the store's tables. Each is built at the first question to it, so that a start fills no list that
 * nobody reads yet, and follows each commit from then on: it shows a commit before the commit is answered.
 */
export function createViews(store: Pick<Store, 'tables' | 'onApplied'>): Views {
  const over = createFollowers(store);
  const order = over('documents', createDocumentOrder);
  const children = over('documents', createChildren);
  const backlinks = over('documents', createBacklinks);
  const trashed = over('documents', createTrashed);
  const requests = over('change_requests', createChangeRequests);
  const inboxes = over('notifications', createNotifications);
  const users = over('users', createUserNames);
  const spaces = over('spaces', createSpaceNames);
  const tokens = over('tokens', createTokenSecrets);
  const decks = over('decks', createDecks);
  const assignments = over('assignments', createAssignments);
  const sessionSecrets = over('sessions', createSessionSecrets);
  const sessions = over('sessions', createSessionsOf);
  const codeSecrets = over('sign_in_codes', createCodeSecrets);
  const codes = over('sign_in_codes', createCodesOf);
  const apps = over('connected_apps', createAppsOf);
  const grantArtifacts = over('oauth_artifacts', createArtifactsOfGrant);
  const sittings = over('sittings', createSittingsOf);
  const attachments = over('attachments', createAttachmentsOf);
  const contents = over('attachments', createAttachmentsWithHash);
  const uses = over('attachments', createUses);
  const linkSecrets = over('upload_links', createLinkSecrets);
  const links = over('upload_links', createLinksOf);
  const ticksOfReader = over('checklists', createTicksOfReader);
  const ticksOfDocument = over('checklists', createTicksOfDocument);

  return {
    userByName: (name) => users().get(name),
    tokenByHash: (hash) => tokens().get(hash),
    tokensOf: (userId) => tokens().of(userId),
    spaceBySlug: (slug) => spaces().get(slug),
    spaces: () => spaces().all(),
    documents: (visible, filter, page) => order().page(visible, filter, page),
    documentCount: (space) => order().count(space),
    children: (parentId) => children().of(parentId),
    topPages: (spaceId) => children().of(spaceId),
    backlinks: (documentId) => backlinks().of(documentId),
    trashed: () => trashed().all(),
    pendingRequests: (documentId) => requests().pendingOf(documentId),
    changeRequests: (wanted) => requests().wanted(wanted),
    changeRequestsFor: (documentId) => requests().of(documentId),
    notificationsOf: (userId) => inboxes().of(userId),
    decks: () => decks().all(),
    assignmentsOfDeck: (deckId) => assignments().ofDeck(deckId),
    assignmentsOf: (userId) => assignments().of(userId),
    sessionByHash: (hash) => sessionSecrets().get(hash),
    sessionsOf: (userId) => sessions().of(userId),
    signInCodeByHash: (hash) => codeSecrets().get(hash),
    signInCodesOf: (userId) => codes().of(userId),
    connectedAppsOf: (userId) => apps().of(userId),
    oauthArtifactsOf: (grantId) => grantArtifacts().of(grantId),
    attachmentsOf: (documentId) => attachments().of(documentId),
    attachmentsWithHash: (sha256) => contents().of(sha256),
    attachmentUse: (userId) => uses().of(userId),
    uploadLinkByHash: (hash) => linkSecrets().get(hash),
    uploadLinksOf: (documentId) => links().of(documentId),
    sittingsOf: (credentialId) => sittings().of(credentialId),
    ticksOf: (userId, documentId) => ticksOfReader().get(readerKey(userId, documentId)),
    ticksIn: (documentId) => ticksOfDocument().of(documentId),
  };
}

/** Puts a view over a collection: the answer hands it out, built. */
type Over = <Name extends CollectionName, Built extends View<HeadRecords[Name]>>(
  collection: Name,
  create: () => Built,
) => () => Built;

function createFollowers(store: Pick<Store, 'tables' | 'onApplied'>): Over {
  const built = new Map<CollectionName, View<unknown>[]>();
  store.onApplied((changes) => {
    for (const { collection, before, after } of changes) {
      for (const view of built.get(collection) ?? []) view.apply(before, after);
    }
  });
  return (collection, create) => {
    let view: ReturnType<typeof create> | undefined;
    return () => {
      if (view !== undefined) return view;
      view = create();
      for (const record of store.tables[collection].all()) view.fill(record);
      built.set(collection, [...(built.get(collection) ?? []), trusted<View<unknown>>(view)]);
      return view;
    };
  };
}
