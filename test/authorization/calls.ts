import type { z } from 'zod';
import { readAccount } from '../../server/operations/account/read.ts';
import { approveChangeRequest } from '../../server/operations/change-requests/approve.ts';
import { listChangeRequests } from '../../server/operations/change-requests/list.ts';
import { readChangeRequest } from '../../server/operations/change-requests/read.ts';
import { rejectChangeRequest } from '../../server/operations/change-requests/reject.ts';
import { withdrawChangeRequest } from '../../server/operations/change-requests/withdraw.ts';
import type { Operation } from '../../server/operations/define.ts';
import { readChecklist } from '../../server/operations/checklists/read.ts';
import { tickItem } from '../../server/operations/checklists/tick.ts';
import { checkDocumentText } from '../../server/operations/documents/check.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { listDocuments } from '../../server/operations/documents/list.ts';
import { readDocument } from '../../server/operations/documents/read.ts';
import { trashDocument } from '../../server/operations/documents/trash.ts';
import { readDocumentTree } from '../../server/operations/documents/tree.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { readWritingGuide } from '../../server/operations/documents/writing-guide.ts';
import { listNotifications } from '../../server/operations/notifications/list.ts';
import { markNotificationsRead } from '../../server/operations/notifications/mark-read.ts';
import { searchDocuments } from '../../server/operations/search/query.ts';
import { listSpaces } from '../../server/operations/spaces/list.ts';
import { listTemplates } from '../../server/operations/templates/list.ts';
import { readTemplate } from '../../server/operations/templates/read.ts';
import { assignDeck } from '../../server/operations/training/assign.ts';
import { createDeck } from '../../server/operations/training/create-deck.ts';
import { deleteDeck } from '../../server/operations/training/delete-deck.ts';
import { listAssignments } from '../../server/operations/training/list-assignments.ts';
import { listDecks } from '../../server/operations/training/list-decks.ts';
import { readDeck } from '../../server/operations/training/read-deck.ts';
import { submitAnswers } from '../../server/operations/training/submit.ts';
import { takeDeck } from '../../server/operations/training/take.ts';
import { unassignDeck } from '../../server/operations/training/unassign.ts';
import { listTrash } from '../../server/operations/trash/list.ts';
import { purgeDocument } from '../../server/operations/trash/purge.ts';
import { restoreFromTrash } from '../../server/operations/trash/restore.ts';
import { compareVersions } from '../../server/operations/versions/compare.ts';
import { listVersions } from '../../server/operations/versions/list.ts';
import { readVersion } from '../../server/operations/versions/read.ts';
import { restoreVersion } from '../../server/operations/versions/restore.ts';
import type { DocumentState } from './expected.ts';
import type { Outcome } from './grid.ts';
import type { Place, World } from './world.ts';

/** Where a cell stands: the space, the document's state, and everything around. */
export interface Target {
  world: World;
  place: Place;
  state: DocumentState;
}

/** How one kind of call is made, and what its answer means. */
export interface Call {
  operation: Operation;
  input(target: Target): object;
  read(output: unknown, target: Target): Outcome;
}

function call<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  input: (target: Target) => z.input<Input> & object,
  read: (output: z.input<Output>, target: Target) => Outcome = () => 'ok',
): Call {
  return { operation, input, read };
}

const theDocument = ({ place, state }: Target) => ({ id: place.documents[state] });
const ownRequest = ({ place, state }: Target) => ({
  id: state === 'trashed published' ? place.ownRequestInTrash : place.ownRequest,
});
const theirRequest = ({ place }: Target) => ({ id: place.theirRequest });
const theDeck = ({ place, state }: Target) => ({ deck_id: place.decks[state] });
const homeDocument = ({ world, state }: Target) => world.home[state === 'draft' ? 'draft' : 'published'];

const listed = (items: readonly { id: string }[], id: string): Outcome =>
  items.some((item) => item.id === id) ? 'shown' : 'absent';
const holdsDocument = ({ items }: { items: readonly { id: string }[] }, target: Target) =>
  listed(items, theDocument(target).id);
const pendingMeansQueued = ({ pending }: { pending: boolean }): Outcome => (pending ? 'queued' : 'ok');
const requestMeansQueued = ({
  change_request_id: request,
}: {
  change_request_id?: string | undefined;
}): Outcome => (request === undefined ? 'ok' : 'queued');
const ALL = { limit: 100 };

/** Every call that the table of rules speaks of. The first word is the operation's name. */
export const CALLS: Readonly<Record<string, Call>> = {
  'account.read': call(readAccount, () => ({})),
  'spaces.list': call(
    listSpaces,
    () => ({}),
    ({ items }, { place }) => (items.some(({ slug }) => slug === place.slug) ? 'shown' : 'absent'),
  ),
  'documents.list': call(listDocuments, () => ALL, holdsDocument),
  'documents.read': call(readDocument, theDocument),
  'documents.tree': call(readDocumentTree, ({ place }) => ({ space: place.slug })),
  'checklists.read': call(readChecklist, theDocument),
  'checklists.tick': call(tickItem, (target) => ({ ...theDocument(target), item: 'a1', ticked: true })),
  'documents.create a draft': call(createDocument, ({ place }) => ({ space: place.slug, title: 'New' })),
  'documents.create published': call(
    createDocument,
    ({ place }) => ({ space: place.slug, title: 'New', status: 'published' as const }),
    requestMeansQueued,
  ),
  'documents.update the title': call(
    updateDocument,
    (target) => ({ ...theDocument(target), title: 'Changed' }),
    pendingMeansQueued,
  ),
  'documents.update to published': call(
    updateDocument,
    (target) => ({ ...theDocument(target), status: 'published' as const }),
    pendingMeansQueued,
  ),
  'documents.update to draft': call(
    updateDocument,
    (target) => ({ ...theDocument(target), status: 'draft' as const }),
    pendingMeansQueued,
  ),
  'documents.update moving it out': call(
    updateDocument,
    (target) => ({ ...theDocument(target), space: 'handbook' }),
    pendingMeansQueued,
  ),
  'documents.update moving one in': call(
    updateDocument,
    (target) => ({ id: homeDocument(target), space: target.place.slug }),
    pendingMeansQueued,
  ),
  'documents.trash': call(trashDocument, theDocument),
  'search.query': call(searchDocuments, () => ({ q: 'text', ...ALL }), holdsDocument),
  'trash.list': call(listTrash, () => ALL, holdsDocument),
  'trash.restore': call(restoreFromTrash, theDocument),
  'trash.purge': call(purgeDocument, theDocument),
  'versions.list': call(listVersions, theDocument),
  'versions.read': call(readVersion, (target) => ({ ...theDocument(target), version: 1 })),
  'versions.compare': call(compareVersions, (target) => ({ ...theDocument(target), from: 1, to: 2 })),
  'versions.restore': call(
    restoreVersion,
    (target) => ({ ...theDocument(target), version: 1 }),
    pendingMeansQueued,
  ),
  'change_requests.list of somebody else': call(
    listChangeRequests,
    () => ALL,
    ({ items }, { place }) => listed(items, place.theirRequest),
  ),
  'change_requests.list of one’s own': call(
    listChangeRequests,
    () => ALL,
    ({ items }, { place }) => listed(items, place.ownRequest),
  ),
  'change_requests.read of somebody else': call(readChangeRequest, theirRequest),
  'change_requests.read of one’s own': call(readChangeRequest, ownRequest),
  'change_requests.withdraw of somebody else': call(withdrawChangeRequest, theirRequest),
  'change_requests.withdraw of one’s own': call(withdrawChangeRequest, ownRequest),
  'change_requests.approve of somebody else': call(approveChangeRequest, theirRequest),
  'change_requests.approve of one’s own': call(approveChangeRequest, ownRequest),
  'change_requests.reject of somebody else': call(rejectChangeRequest, (target) => ({
    ...theirRequest(target),
    comment: 'No',
  })),
  'change_requests.reject of one’s own': call(rejectChangeRequest, (target) => ({
    ...ownRequest(target),
    comment: 'No',
  })),
  'documents.check': call(checkDocumentText, () => ({ content: '# Twice' })),
  'documents.writing_guide': call(readWritingGuide, () => ({ block: 'tabs' })),
  'templates.list': call(listTemplates, () => ({})),
  'templates.read': call(readTemplate, () => ({ template: 'SOP' })),
  'training.create_deck': call(createDeck, (target) => ({ doc_id: theDocument(target).id })),
  'training.assign': call(assignDeck, (target) => ({ ...theDeck(target), usernames: ['admin'] })),
  'training.unassign': call(unassignDeck, (target) => ({ ...theDeck(target), usernames: ['admin'] })),
  'training.delete_deck': call(deleteDeck, theDeck),
  'training.list_decks': call(
    listDecks,
    () => ALL,
    ({ items }, target) => listed(items, theDeck(target).deck_id),
  ),
  'training.read_deck': call(readDeck, theDeck),
  'training.list_assignments': call(
    listAssignments,
    () => ALL,
    ({ items }, target) =>
      items.some((item) => item.deck_id === theDeck(target).deck_id) ? 'shown' : 'absent',
  ),
  'training.take': call(takeDeck, theDeck),
  'training.submit': call(submitAnswers, (target) => ({ ...theDeck(target), answers: [] })),
  'notifications.list': call(listNotifications, () => ({})),
  'notifications.mark_read': call(markNotificationsRead, () => ({})),
};
