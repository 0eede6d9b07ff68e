import { z } from 'zod';

/** The ladder of roles, lowest first. Training manager is a flag beside it (decisions, `/me`). */
export const ROLES = ['viewer', 'editor', 'approver', 'admin'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}
