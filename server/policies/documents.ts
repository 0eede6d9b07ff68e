import type { DocumentHead, DocumentStatus } from '../domain/document.ts';
import { isAtLeast } from '../domain/role.ts';
import type { Settings } from '../domain/settings.ts';
import type { Space } from '../domain/space.ts';
import { isTrustedWith } from '../domain/trust-level.ts';
import type { User } from '../domain/user.ts';
import type { Acting } from './acting.ts';
import { ALLOWED, denied, type Decision } from './decision.ts';
import { maySeeDrafts, maySeeSpace, spaceRight } from './spaces.ts';
import { deniedByTrust, mayQueue } from './trust.ts';

type ApprovalMode = Settings['approval_mode'];

/** Whether a document outside the Trash exists for this person. */
export function maySeeDocument(user: User, document: DocumentHead, space: Space): boolean {
  if (document.trashed !== null || !maySeeSpace(user, space)) return false;
  return document.status === 'published' || maySeeDrafts(user);
}

/** Creating and changing needs the "editor role and edit rights in the space" (specification, states). */
export function mayEdit({ user, trust }: Acting, space: Space): Decision {
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
  return trust === 'read' ? deniedByTrust(trust, 'it reads, and changes nothing.') : ALLOWED;
}

/** What a change does to the document's status. */
interface StatusChange {
  before: DocumentStatus;
  after: DocumentStatus;
}

/** Whether a change touches a live text, or makes a text live. */
const isLive = ({ before, after }: StatusChange) => before === 'published' || after === 'published';

/**
 * Whether a change may be asked for at all, if only to wait for review: an app that is for drafts only neither
 * publishes nor touches what is published (decisions, "Trust level of a connected app").
 */
export function mayProposeChange(acting: Acting, space: Space, status: StatusChange): Decision {
  const edit = mayEdit(acting, space);
  return edit.allowed && isLive(status) ? mayQueue(acting.trust) : edit;
}

/**
 * The approval workflow: "Caller may publish (approver or admin, or workspace in open approval mode)".
 * So an editor in a strict workspace cannot publish, and their publishing goes through review. An app that is trusted
 * with less than everything publishes nothing itself, whoever its person is and whatever the mode.
 */
export function mayPublish(acting: Acting, space: Space, approvalMode: ApprovalMode): Decision {
  const edit = mayEdit(acting, space);
  if (!edit.allowed) return edit;
  if (!isTrustedWith(acting.trust, 'full')) {
    return deniedByTrust(acting.trust, 'what touches a published page waits for review.');
  }
  if (approvalMode === 'open' || isAtLeast(acting.user.role, 'approver')) return edit;
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
  acting: Acting,
  space: Space,
  approvalMode: ApprovalMode,
  status: StatusChange,
): Decision {
  return isLive(status) ? mayPublish(acting, space, approvalMode) : mayEdit(acting, space);
}

/**
 * Trashing and restoring: edit rights for drafts, the publish right for what is or becomes live; otherwise
 * deleting would be a way around review (decisions, "DELETE reply, right").
 */
export function mayTrash(
  acting: Acting,
  document: DocumentHead,
  space: Space,
  approvalMode: ApprovalMode,
): Decision {
  const decision = mayChangeAtOnce(acting, space, approvalMode, {
    before: document.status,
    after: document.status,
  });
  if (decision.allowed || !mayEdit(acting, space).allowed) return decision;
  if (!isTrustedWith(acting.trust, 'full')) {
    return deniedByTrust(acting.trust, 'it trashes and restores drafts, not published pages.');
  }
  return denied(
    'In this workspace trashing or restoring a published document is for approvers, and your role is editor.',
    'Ask an approver or an admin to do it.',
  );
}

/** Deleting for ever is for admins (decisions, "Trash"). */
export function mayPurge(user: User): Decision {
  return isAtLeast(user.role, 'admin') ? ALLOWED : denied('Only an admin may delete a document for ever.');
}
