import type { DocumentHead, DocumentStatus } from '../domain/document.ts';
import { isAtLeast } from '../domain/role.ts';
import type { Settings } from '../domain/settings.ts';
import type { Space } from '../domain/space.ts';
import type { User } from '../domain/user.ts';
import { ALLOWED, denied, type Decision } from './decision.ts';
import { maySeeDrafts, maySeeSpace, spaceRight } from './spaces.ts';

type ApprovalMode = Settings['approval_mode'];

/** Whether a document outside the Trash exists for this person. */
export function maySeeDocument(user: User, document: DocumentHead, space: Space): boolean {
  if (document.trashed !== null || !maySeeSpace(user, space)) return false;
  return document.status === 'published' || maySeeDrafts(user);
}

/** Creating and changing needs the "editor role and edit rights in the space" (specification, states). */
export function mayEdit(user: User, space: Space): Decision {
  if (!isAtLeast(user.role, 'editor')) {
    return denied(
      'Your role is viewer: you can read documents, not change them.',
      'Ask an admin for the editor role.',
    );
  }
  if (spaceRight(user, space) !== 'edit') {
    return denied(
      `You have no edit rights in the space ${space.slug}.`,
      'Ask an admin for edit rights in this space.',
    );
  }
  return ALLOWED;
}

/**
 * The approval workflow: "Caller may publish (approver or admin, or workspace in open approval mode)".
 * So an editor in a strict workspace cannot publish, and their publishing goes through review.
 */
export function mayPublish(user: User, space: Space, approvalMode: ApprovalMode): Decision {
  const edit = mayEdit(user, space);
  if (!edit.allowed || approvalMode === 'open' || isAtLeast(user.role, 'approver')) return edit;
  return denied(
    'In this workspace publishing goes through review, and your role is editor.',
    'Ask an approver or an admin to review it.',
  );
}

/**
 * Whether a change takes effect at once. A draft belongs to its editors; whatever touches the live text, or
 * makes a text live, needs the publish right; all else waits in the review queue.
 */
export function mayChangeAtOnce(
  user: User,
  space: Space,
  approvalMode: ApprovalMode,
  status: { before: DocumentStatus; after: DocumentStatus },
): Decision {
  const isLive = status.before === 'published' || status.after === 'published';
  return isLive ? mayPublish(user, space, approvalMode) : mayEdit(user, space);
}

/**
 * Trashing and restoring: edit rights for drafts, the publish right for what is or becomes live; otherwise
 * deleting would be a way around review (decisions, "DELETE reply, right").
 */
export function mayTrash(
  user: User,
  document: DocumentHead,
  space: Space,
  approvalMode: ApprovalMode,
): Decision {
  const decision = mayChangeAtOnce(user, space, approvalMode, {
    before: document.status,
    after: document.status,
  });
  if (decision.allowed || !mayEdit(user, space).allowed) return decision;
  return denied(
    'In this workspace trashing or restoring a published document is for approvers, and your role is editor.',
    'Ask an approver or an admin to do it.',
  );
}

/** Deleting for ever is for admins (decisions, "Trash"). */
export function mayPurge(user: User): Decision {
  return isAtLeast(user.role, 'admin') ? ALLOWED : denied('Only an admin may delete a document for ever.');
}
