import type { DocumentHead } from '../../domain/document.ts';
import type { User } from '../../domain/user.ts';
import type { LiveTopic } from '../../live-topics.ts';
import { isAtLeast } from '../../domain/role.ts';
import { mayReadChangeRequest } from '../../policies/change-requests.ts';
import { maySeeDocument } from '../../policies/documents.ts';
import { maySeeSpace } from '../../policies/spaces.ts';
import type { AppliedChange, CollectionName } from '../../ports.ts';
import type { Services } from '../define.ts';

/** A document that was changed, for whoever may see it. */
export interface ChangedDocument {
  id: string;
  title: string;
  /** Name of the person, and of the app that it came through. */
  by: string;
  client: string | null;
}

export interface VisibleChange {
  /** Where something changed that this person may see. */
  collections: (CollectionName | LiveTopic)[];
  documents: ChangedDocument[];
}

/**
 * As much of a commit as a person may know of, or null: what is hidden from them does not even show by the time at
 * which it changes (security A3). Judged when it happens, so that a lost right counts at once (security A7).
 */
export function visibleChange(
  { store }: Pick<Services, 'store'>,
  userId: string,
  changes: readonly AppliedChange[],
): VisibleChange | null {
  const user = store.tables.users.get(userId);
  if (!user || user.disabled) return null;
  const seen = changes.filter((change) => isVisible(store, user, change));
  if (seen.length === 0) return null;
  return {
    collections: [...new Set(seen.map(({ collection }) => collection))],
    documents: seen.flatMap((change) =>
      change.collection === 'documents' && change.after && isSeen(store, user, change.after)
        ? [asChangedDocument(store, change.after)]
        : [],
    ),
  };
}

type Tables = Pick<Services['store'], 'tables'>;

function isVisible(store: Tables, user: User, change: AppliedChange): boolean {
  const states = [change.before, change.after].filter((state) => state !== undefined);
  switch (change.collection) {
    case 'documents':
      return [change.before, change.after].some((document) => isSeen(store, user, document));
    case 'spaces':
      return [change.before, change.after].some((space) => space !== undefined && maySeeSpace(user, space));
    case 'change_requests':
      return isRequestSeen(store, user, change.after ?? change.before);
    case 'attachments':
    case 'decks':
      return isSeen(store, user, documentOf(store, (change.after ?? change.before)?.document_id));
    case 'notifications':
    case 'sessions':
    case 'assignments':
    case 'checklists':
      return states.some((record) => isOf(user, record));
    case 'tokens':
    case 'connected_apps':
    case 'upload_links':
    case 'sittings':
      return isAtLeast(user.role, 'admin') || states.some((record) => isOf(user, record));
    case 'users':
    case 'settings':
    case 'templates':
      return true;
    case 'sign_in_codes':
    case 'oauth_artifacts':
      return false;
    default:
      return change satisfies never;
  }
}

function isOf(user: User, record: object): boolean {
  return 'user_id' in record && record.user_id === user.id;
}

function documentOf({ tables }: Tables, id: string | undefined): DocumentHead | undefined {
  return id === undefined ? undefined : tables.documents.get(id);
}

function isSeen({ tables }: Tables, user: User, document: DocumentHead | undefined): boolean {
  const space = document && tables.spaces.get(document.space_id);
  return document !== undefined && space !== undefined && maySeeDocument(user, document, space);
}

function isRequestSeen(
  { tables }: Tables,
  user: User,
  request: Parameters<typeof mayReadChangeRequest>[1] | undefined,
): boolean {
  const document = request && tables.documents.get(request.document_id);
  const space = document && tables.spaces.get(document.space_id);
  return (
    request !== undefined &&
    document !== undefined &&
    space !== undefined &&
    mayReadChangeRequest(user, request, document, space)
  );
}

function asChangedDocument({ tables }: Tables, { id, title, updated_by }: DocumentHead): ChangedDocument {
  const by = tables.users.get(updated_by.user_id)?.name ?? 'Commonplace';
  return { id, title, by, client: updated_by.client };
}
