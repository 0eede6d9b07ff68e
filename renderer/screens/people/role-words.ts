import { ROLES, type Role } from '../../../server/domain/role.ts';

const WORDS: Readonly<Record<Role, { label: string; description: string }>> = {
  viewer: { label: 'Viewer', description: 'Reads published pages.' },
  editor: { label: 'Editor', description: 'Writes drafts, and asks for review to publish.' },
  approver: { label: 'Approver', description: 'Writes, publishes, and reviews what others wrote.' },
  admin: { label: 'Admin', description: 'Sees every space, and manages people and spaces.' },
};

export const ROLE_CHOICES = ROLES.map((role) => ({ value: role, label: WORDS[role].label }));

/** What a role may do, in a sentence. */
export function roleDescription(role: Role): string {
  return WORDS[role].description;
}

/** The role that a choice stands for. */
export function asRole(value: string): Role {
  return ROLES.find((role) => role === value) ?? 'viewer';
}
