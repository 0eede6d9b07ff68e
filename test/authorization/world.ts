import type { ChangeRequestHead } from '../../server/domain/change-request.ts';
import type { DocumentHead, DocumentStatus, Provenance, Version } from '../../server/domain/document.ts';
import { newId } from '../../server/domain/identifier.ts';
import type { Role } from '../../server/domain/role.ts';
import type { MemberRight, Space, Visibility } from '../../server/domain/space.ts';
import type { Transaction } from '../../server/ports.ts';
import { buildWorkspace, type TestWorkspace } from '../builders/workspace.ts';
import { seedApp, seedInvitation, seedSession, seedSitting, seedToken } from './credentials.ts';
import { createPlainSearch } from '../mcp/plain-search.ts';
import type { DocumentState, Mode } from './expected.ts';
import { byRight, type RightName } from './grid.ts';

export interface Person {
  role: Role;
  trainingManager: boolean;
}

/** What a space holds for the cells of one right. */
export interface Place {
  slug: string;
  documents: Record<DocumentState, string>;
  /** Pending requests for the published document. */
  theirRequest: string;
  ownRequest: string;
  /** A pending request for the trashed published document. */
  ownRequestInTrash: string;
  /** Training decks of the documents, each assigned to the person. */
  decks: Record<DocumentState, string>;
  /** A picture of each document. */
  attachments: Record<DocumentState, string>;
  /** Upload links for the published document. */
  theirLink: string;
  ownLink: string;
}

/** A workspace with the person `actor`, who has another right in each of five spaces, and `handbook`, open to all. */
export interface World {
  workspace: TestWorkspace;
  places: Record<RightName, Place>;
  /** Documents of the space `handbook`, to move from. */
  home: Record<DocumentStatus, string>;
  /** Ids of a token, an app, a browser and a sitting of the person, and of somebody else; and of an invitation. */
  credentials: Record<
    | 'ownToken'
    | 'theirToken'
    | 'ownApp'
    | 'theirApp'
    | 'ownSession'
    | 'theirSession'
    | 'ownInvitation'
    | 'ownSitting'
    | 'theirSitting',
    string
  >;
}

export const ACTOR = 'actor';

const SPACES: Record<RightName, { visibility: Visibility; right?: MemberRight }> = {
  none: { visibility: 'workspace', right: 'none' },
  read: { visibility: 'workspace', right: 'read' },
  edit: { visibility: 'private', right: 'edit' },
  workspace: { visibility: 'workspace' },
  private: { visibility: 'private' },
};

export async function buildWorld({ role, trainingManager }: Person, mode: Mode): Promise<World> {
  const workspace = buildWorkspace();
  workspace.services.search = createPlainSearch(workspace.store);
  const actor = { ...workspace.addUser(role, ACTOR), training_manager: trainingManager };
  workspace.store.seed('users', actor);
  workspace.set({ approval_mode: mode, training: true });
  const spaces = byRight((name) => {
    const { visibility, right } = SPACES[name];
    return workspace.addSpace(`space-${name}`, { visibility, ...(right && { members: { [ACTOR]: right } }) });
  });
  const tx = workspace.store.begin();
  const fill = createFiller(workspace, tx);
  const places = byRight((name) => fill.place(spaces[name]));
  const handbook = workspace.services.views.spaceBySlug('handbook');
  if (!handbook) throw new Error('The builder makes a space handbook.');
  const home = { draft: fill.document(handbook, 'draft'), published: fill.document(handbook, 'published') };
  await tx.commit();
  const credentials = {
    ownToken: seedToken(workspace, ACTOR, ['read']).id,
    theirToken: seedToken(workspace, 'editor', ['read']).id,
    ownApp: seedApp(workspace, ACTOR, 'read').id,
    theirApp: seedApp(workspace, 'editor', 'read').id,
    ownSession: seedSession(workspace, ACTOR).id,
    theirSession: seedSession(workspace, 'editor').id,
    ownInvitation: seedInvitation(workspace, ACTOR).id,
    ownSitting: seedSitting(workspace, ACTOR).id,
    theirSitting: seedSitting(workspace, 'editor').id,
  };
  return { workspace, places, home, credentials };
}

function createFiller(workspace: TestWorkspace, tx: Transaction) {
  const at = '2026-01-01T00:00:00.000Z';
  const by = (username: string): Provenance => ({
    user_id: workspace.actor(username).user_id ?? '',
    via: 'app',
    client: null,
  });

  function document(space: Space, state: DocumentState): string {
    const id = newId('document');
    const status: DocumentStatus = state.endsWith('draft') ? 'draft' : 'published';
    const admin = by('admin');
    const head: DocumentHead = {
      id,
      space_id: space.id,
      parent_id: null,
      title: `A ${state} page`,
      summary: '',
      tags: [],
      type: 'knowledge',
      status,
      version: 2,
      author_id: admin.user_id,
      updated_by: admin,
      created_at: at,
      updated_at: at,
      published_at: status === 'published' ? at : null,
      links: [],
      trashed: state.startsWith('trashed') ? { at, by: admin } : null,
    };
    tx.documents.put(head, 'Second text');
    tx.versions.put(versionOf(head, 1, 'First text'));
    tx.versions.put(versionOf(head, 2, 'Second text'));
    return id;
  }

  function request(documentId: string, username: string): string {
    const head: ChangeRequestHead = {
      id: newId('change_request'),
      document_id: documentId,
      state: 'pending',
      fields: { title: 'A proposed title' },
      has_content: true,
      base_version: 2,
      note: '',
      author: by(username),
      credential_id: null,
      created_at: at,
      decided_at: null,
      decided_by: null,
      comment: '',
      superseded_by: null,
    };
    tx.change_requests.put(head, 'A proposed text');
    return head.id;
  }

  /** A deck that was made while the document was published, and is assigned to the person. */
  function deck(space: Space, documentId: string): string {
    const id = newId('deck');
    tx.decks.put({
      id,
      document_id: documentId,
      document_version: 2,
      space_id: space.id,
      title: 'A page',
      slide_count: 1,
      question_count: 0,
      due_days: null,
      pass_percent: 80,
      created_by: by('admin').user_id,
      created_at: at,
    });
    tx.assignments.put({
      id: newId('assignment'),
      deck_id: id,
      user_id: by(ACTOR).user_id,
      assigned_by: by('admin').user_id,
      assigned_at: at,
      due_at: null,
      attempts: [],
      attempt_count: 0,
      best_percent: null,
      passed_at: null,
    });
    return id;
  }

  function attachment(documentId: string): string {
    const id = newId('attachment');
    tx.attachments.put({
      id,
      document_id: documentId,
      name: 'picture.png',
      type: 'image/png',
      size: 1,
      width: 1,
      height: 1,
      sha256: '0'.repeat(64),
      alt: '',
      by: by('admin'),
      created_at: at,
    });
    return id;
  }

  function uploadLink(space: Space, documentId: string, username: string): string {
    const id = newId('upload_link');
    tx.upload_links.put({
      id,
      secret_hash: id,
      document_id: documentId,
      space_id: space.id,
      insert: 'append',
      alt: '',
      user_id: by(username).user_id,
      client: null,
      credential_id: null,
      created_at: '2026-03-01T08:59:00.000Z',
      expires_at: '2026-03-01T09:59:00.000Z',
      failed_attempts: 0,
      attachment_id: null,
      used_at: null,
      revoked_at: null,
    });
    return id;
  }

  function place(space: Space): Place {
    const documents = byState((state) => document(space, state));
    return {
      slug: space.slug,
      documents,
      theirRequest: request(documents.published, 'editor'),
      ownRequest: request(documents.published, ACTOR),
      ownRequestInTrash: request(documents['trashed published'], ACTOR),
      decks: byState((state) => deck(space, documents[state])),
      attachments: byState((state) => attachment(documents[state])),
      theirLink: uploadLink(space, documents.published, 'editor'),
      ownLink: uploadLink(space, documents.published, ACTOR),
    };
  }

  return { document, place };
}

function byState<Value>(valueOf: (state: DocumentState) => Value): Record<DocumentState, Value> {
  return {
    draft: valueOf('draft'),
    published: valueOf('published'),
    'trashed draft': valueOf('trashed draft'),
    'trashed published': valueOf('trashed published'),
  };
}

function versionOf(head: DocumentHead, version: number, content: string): Version {
  const { id, space_id, parent_id, title, summary, tags, type, status, updated_by, updated_at } = head;
  return {
    document_id: id,
    version,
    space_id,
    parent_id,
    title,
    summary,
    tags,
    type,
    status,
    content,
    note: '',
    by: updated_by,
    at: updated_at,
  };
}
