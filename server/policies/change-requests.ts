import type { ChangeRequestHead } from '../domain/change-request.ts';
import type { DocumentHead } from '../domain/document.ts';
import { isAtLeast } from '../domain/role.ts';
import type { Space } from '../domain/space.ts';
import type { User } from '../domain/user.ts';
import { ALLOWED, denied, type Decision } from './decision.ts';
import { maySeeDrafts, spaceRight } from './spaces.ts';

/**
 * A change request is "readable by author and approvers" (decisions, "Change request"), as long as they may see
 * what it is about: text that was never published is not for viewers, not even for a demoted author (security
 * A4), and what lies in the Trash is for those who edit in its space.
 */
export function mayReadChangeRequest(
  user: User,
  request: ChangeRequestHead,
  document: DocumentHead,
  space: Space,
): boolean {
  const right = spaceRight(user, space);
  if (right === 'none' || !maySeeDrafts(user)) return false;
  if (document.trashed !== null && right !== 'edit') return false;
  return request.author.user_id === user.id || isReviewer(user, space);
}

/** Who is asked to review changes in a space. */
export function isReviewer(user: User, space: Space): boolean {
  return !user.disabled && isAtLeast(user.role, 'approver') && spaceRight(user, space) === 'edit';
}

/** Approving and rejecting: reviewers of the space, never with the credential that made the request. */
export function mayDecide(
  user: User,
  credentialId: string | null,
  request: ChangeRequestHead,
  space: Space,
): Decision {
  if (!isReviewer(user, space)) {
    return denied('Only approvers with edit rights in the space may decide on a change request.');
  }
  if (credentialId !== null && credentialId === request.credential_id) {
    return denied(
      'A change request is never decided with the token that made it.',
      'An approver decides it in the app under Review queue, or with the command `review`.',
    );
  }
  return ALLOWED;
}

export function mayWithdraw(user: User, request: ChangeRequestHead): Decision {
  return request.author.user_id === user.id
    ? ALLOWED
    : denied('Only its author may withdraw a change request.', 'An approver can reject it.');
}
