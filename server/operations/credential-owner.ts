import type { User } from '../domain/user.ts';
import { forbidden } from '../errors.ts';
import { mayManageCredentialsOf } from '../policies/credentials.ts';
import type { OperationContext } from './define.ts';
import { findUser, unknownUser } from './people.ts';
import { requireAdmin } from './perform.ts';

/** Whether the call comes from the machine of the workspace, and not from a browser somewhere. */
function isAtDesk({ actor }: OperationContext): boolean {
  return actor.credential.kind === 'desk' || actor.credential.kind === 'system';
}

/** Whether the acting person may see and end the tokens and apps of this one. */
export function managesCredentialsOf(context: OperationContext, ownerId: string): boolean {
  return mayManageCredentialsOf(context.user, ownerId, isAtDesk(context));
}

/**
 * Whose tokens or apps a call is about: the acting person's own, or at the desk, for admins, those of the person named.
 *
 * @param what completes “Only an admin may …”
 */
export function credentialOwner(context: OperationContext, username: string | undefined, what: string): User {
  if (username === undefined || username === context.user.username) return context.user;
  requireDeskAdmin(context, what);
  const owner = findUser(context, username);
  if (!owner) throw unknownUser();
  return owner;
}

/** The same for lists, where nobody named means everybody at the desk and oneself everywhere else; null: everybody. */
export function credentialOwners(
  context: OperationContext,
  username: string | undefined,
  what: string,
): User | null {
  if (username !== undefined || !isAtDesk(context)) return credentialOwner(context, username, what);
  requireAdmin(context, what);
  return null;
}

function requireDeskAdmin(context: OperationContext, what: string): void {
  requireAdmin(context, what);
  if (isAtDesk(context)) return;
  throw forbidden(`Only at the machine of the workspace may an admin ${what}.`, {
    hint: 'Use the command line or the window there.',
  });
}
