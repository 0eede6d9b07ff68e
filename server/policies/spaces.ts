import { isAtLeast } from '../domain/role.ts';
import type { Space } from '../domain/space.ts';
import type { User } from '../domain/user.ts';
import type { VisibleSpace } from '../ports.ts';

export type SpaceRight = 'none' | 'read' | 'edit';

/**
 * What a person may do in a space: the least of role and space right (security A1).
 * Admins edit everywhere. A right given by name wins over the visibility; without one, a workspace space is
 * open to everybody and a private one to nobody. Edit rights need the editor role.
 */
export function spaceRight(user: User, space: Space): SpaceRight {
  if (user.role === 'admin') return 'edit';
  const given = space.members[user.id] ?? (space.visibility === 'workspace' ? 'edit' : 'none');
  return given === 'edit' && !isAtLeast(user.role, 'editor') ? 'read' : given;
}

export function maySeeSpace(user: User, space: Space): boolean {
  return spaceRight(user, space) !== 'none';
}

/** "Viewers see published documents only. Editors and above also see drafts." (specification, rule 3) */
export function maySeeDrafts(user: User): boolean {
  return isAtLeast(user.role, 'editor');
}

/** The spaces that a person sees, as lists, searches and counts need them. */
export function visibleSpaces(user: User, spaces: readonly Space[]): VisibleSpace[] {
  const drafts = maySeeDrafts(user);
  return spaces.filter((space) => maySeeSpace(user, space)).map((space) => ({ space_id: space.id, drafts }));
}
