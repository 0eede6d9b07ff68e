import { isAtLeast } from '../domain/role.ts';
import type { Sitting } from '../domain/sitting.ts';
import type { User } from '../domain/user.ts';

/**
 * What an app or a token did is for the person in whose name it did it, and for admins: they see its sittings and
 * take their changes back. For everybody else a sitting is not there (security A2).
 */
export function maySeeSitting(user: User, sitting: Sitting): boolean {
  return sitting.user_id === user.id || isAtLeast(user.role, 'admin');
}
