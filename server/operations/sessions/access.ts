import type { User } from '../../domain/user.ts';
import { isAtLeast } from '../../domain/role.ts';
import { forbidden } from '../../errors.ts';
import type { OperationContext } from '../define.ts';
import { findUser, unknownUser } from '../people.ts';

/** One's own sessions everywhere; other people's as an admin, at the desk only (design §3). */
export function managesSessionsOf({ user, actor }: OperationContext, userId: string): boolean {
  return user.id === userId || (actor.credential.kind === 'desk' && isAtLeast(user.role, 'admin'));
}

/**
 * Whose sessions are meant: the caller's own when nobody is named.
 *
 * @throws {AppError} forbidden, or not_found for an admin who names nobody
 */
export function whoseSessions(context: OperationContext, username: string | undefined): User {
  if (username === undefined || username === context.user.username) return context.user;
  const user = findUser(context, username);
  requireOthersSessions(context);
  if (!user) throw unknownUser();
  return user;
}

/** @throws {AppError} forbidden for anybody but an admin at the desk */
export function requireOthersSessions(context: OperationContext): void {
  if (managesSessionsOf(context, '')) return;
  throw forbidden('Only an admin at the machine of the workspace may see or end other people’s sessions.', {
    hint: 'Ask the owner of the workspace.',
  });
}

/** The session that a call is made with, at the machine too; undefined for a call without one. */
export function currentSessionOf({ actor: { credential } }: OperationContext): string | undefined {
  if (credential.kind === 'session') return credential.id;
  return credential.kind === 'desk' ? credential.session_id : undefined;
}
