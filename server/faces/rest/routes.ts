import { readAccount } from '../../operations/account/read.ts';
import { addAttachment } from '../../operations/attachments/add.ts';
import { deleteAttachment } from '../../operations/attachments/delete.ts';
import { listAttachments } from '../../operations/attachments/list.ts';
import { readAttachment } from '../../operations/attachments/read.ts';
import { listChangeRequests } from '../../operations/change-requests/list.ts';
import { readChangeRequest } from '../../operations/change-requests/read.ts';
import { changeRequestSummarySchema } from '../../operations/change-requests/view.ts';
import { withdrawChangeRequest } from '../../operations/change-requests/withdraw.ts';
import { createDocument } from '../../operations/documents/create.ts';
import { listDocuments } from '../../operations/documents/list.ts';
import { readDocument } from '../../operations/documents/read.ts';
import { trashDocument } from '../../operations/documents/trash.ts';
import { updateDocument } from '../../operations/documents/update.ts';
import { listNotifications } from '../../operations/notifications/list.ts';
import { markNotificationsRead } from '../../operations/notifications/mark-read.ts';
import { searchDocuments } from '../../operations/search/query.ts';
import { listSpaces } from '../../operations/spaces/list.ts';
import { listTemplates } from '../../operations/templates/list.ts';
import { readTemplate } from '../../operations/templates/read.ts';
import { assignDeck } from '../../operations/training/assign.ts';
import { createDeck } from '../../operations/training/create-deck.ts';
import { deleteDeck } from '../../operations/training/delete-deck.ts';
import { listAssignments } from '../../operations/training/list-assignments.ts';
import { listDecks } from '../../operations/training/list-decks.ts';
import { readDeck } from '../../operations/training/read-deck.ts';
import { unassignDeck } from '../../operations/training/unassign.ts';
import { deckSchema } from '../../operations/training/view.ts';
import { templateSchema } from '../../operations/templates/view.ts';
import { listTrash } from '../../operations/trash/list.ts';
import { purgeDocument } from '../../operations/trash/purge.ts';
import { restoreFromTrash } from '../../operations/trash/restore.ts';
import { createUploadLink } from '../../operations/upload-links/create.ts';
import { listUploadLinks } from '../../operations/upload-links/list.ts';
import { revokeUploadLink } from '../../operations/upload-links/revoke.ts';
import { uploadLinkSchema } from '../../operations/upload-links/view.ts';
import { compareVersions } from '../../operations/versions/compare.ts';
import { listVersions } from '../../operations/versions/list.ts';
import { readVersion } from '../../operations/versions/read.ts';
import { restoreVersion } from '../../operations/versions/restore.ts';
import {
  attachedAnswers,
  attachedReply,
  changedAnswers,
  changedReply,
  createdAnswers,
  createdReply,
  documentAnswers,
  documentReply,
  readAnswers,
  readReply,
} from './replies.ts';
import { route, type RestRoute } from './route.ts';

const MOVING = 'Documents are moved between spaces with the MCP tool update_doc.';

/** Every endpoint of the REST interface, below `/api/v1` (specification, "Endpoints"; decisions, section 1). */
export const routes: readonly RestRoute[] = [
  route('GET', '/me', readAccount),
  route('GET', '/spaces', listSpaces),

  route('GET', '/documents', listDocuments, { query: listDocuments.input }),
  route('POST', '/documents', createDocument, {
    body: createDocument.input.required({ space: true }),
    reply: createdReply,
    answers: createdAnswers,
  }),
  route('GET', '/documents/:id', readDocument, {
    query: readDocument.input.pick({ include: true }),
    reply: readReply,
    answers: readAnswers,
  }),
  route('PATCH', '/documents/:id', updateDocument, {
    body: updateDocument.input.omit({
      id: true,
      space: true,
      expected_version: true,
      edit: true,
      dry_run: true,
    }),
    refused: { space: MOVING, expected_version: 'Send the version as `If-Match: "v7"`.' },
    precondition: true,
    reply: changedReply,
    answers: changedAnswers,
  }),
  route('DELETE', '/documents/:id', trashDocument, { precondition: true }),

  route('GET', '/search', searchDocuments, { query: searchDocuments.input, isInterruptible: true }),

  route('GET', '/trash', listTrash, { query: listTrash.input }),
  route('POST', '/documents/:id/restore', restoreFromTrash, {
    reply: documentReply,
    answers: documentAnswers,
  }),
  route('DELETE', '/trash/:id', purgeDocument),

  route('GET', '/documents/:id/versions', listVersions, { query: listVersions.input.omit({ id: true }) }),
  route('GET', '/documents/:id/versions/:version', readVersion),
  route('GET', '/documents/:id/versions/:to/diff', compareVersions, {
    query: compareVersions.input.pick({ from: true }),
  }),
  route('POST', '/documents/:id/versions/:version/restore', restoreVersion, {
    body: restoreVersion.input.pick({ note: true }),
    reply: changedReply,
    answers: changedAnswers,
  }),

  route('GET', '/change-requests', listChangeRequests, { query: listChangeRequests.input }),
  route('GET', '/change-requests/:id', readChangeRequest),
  route('POST', '/change-requests/:id/withdraw', withdrawChangeRequest, {
    reply: ({ change_request }) => ({ status: 200, body: change_request }),
    answers: { 200: { description: 'The withdrawn change request', schema: changeRequestSummarySchema } },
  }),

  route('GET', '/templates', listTemplates, { query: listTemplates.input }),
  route('GET', '/templates/:template', readTemplate, {
    reply: ({ template }) => ({ status: 200, body: template }),
    answers: { 200: { description: 'The template', schema: templateSchema } },
  }),

  route('GET', '/training/decks', listDecks, { query: listDecks.input }),
  route('POST', '/training/decks', createDeck, {
    body: createDeck.input,
    reply: ({ deck }) => ({ status: 201, body: deck }),
    answers: { 201: { description: 'The deck', schema: deckSchema } },
  }),
  route('GET', '/training/decks/:deck_id', readDeck, { query: readDeck.input.omit({ deck_id: true }) }),
  route('POST', '/training/decks/:deck_id/assignments', assignDeck, {
    body: assignDeck.input.omit({ deck_id: true }),
  }),
  route('POST', '/training/decks/:deck_id/unassign', unassignDeck, {
    body: unassignDeck.input.omit({ deck_id: true }),
  }),
  route('DELETE', '/training/decks/:deck_id', deleteDeck),
  route('GET', '/training/assignments', listAssignments, { query: listAssignments.input }),

  route('GET', '/documents/:doc_id/attachments', listAttachments, {
    query: listAttachments.input.omit({ doc_id: true }),
  }),
  route('POST', '/documents/:doc_id/attachments', addAttachment, {
    query: addAttachment.input.pick({ insert: true, alt: true, name: true }),
    bringsImage: true,
    reply: attachedReply,
    answers: attachedAnswers,
  }),
  route('GET', '/attachments/:id', readAttachment),
  route('DELETE', '/attachments/:id', deleteAttachment),

  route('POST', '/documents/:doc_id/upload-links', createUploadLink, {
    body: createUploadLink.input.omit({ doc_id: true }),
    reply: (created) => ({ status: 201, body: created }),
    answers: { 201: { description: 'The link and its address', schema: createUploadLink.output } },
  }),
  route('GET', '/upload-links', listUploadLinks, { query: listUploadLinks.input }),
  route('DELETE', '/upload-links/:id', revokeUploadLink, {
    reply: ({ upload_link }) => ({ status: 200, body: upload_link }),
    answers: { 200: { description: 'The revoked link', schema: uploadLinkSchema } },
  }),

  route('GET', '/notifications', listNotifications, { query: listNotifications.input }),
  route('POST', '/notifications/read', markNotificationsRead, { body: markNotificationsRead.input }),
];
