import { isAtLeast } from '../domain/role.ts';
import type { User } from '../domain/user.ts';

/**
 * Tokens and connected apps are their person's own; at the machine of the workspace an admin manages everybody's
 * (design §3, "people and workspace settings only on the desk").
 */
export function mayManageCredentialsOf(user: User, ownerId: string, isAtDesk: boolean): boolean {
  return user.id === ownerId || (isAtDesk && isAtLeast(user.role, 'admin'));
}
