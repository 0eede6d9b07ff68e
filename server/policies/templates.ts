import { isAtLeast } from '../domain/role.ts';
import type { User } from '../domain/user.ts';
import { ALLOWED, denied, type Decision } from './decision.ts';

/** Templates shape what everybody writes, so they are changed by those who decide what is published. */
export function mayManageTemplates(user: User): Decision {
  return isAtLeast(user.role, 'approver')
    ? ALLOWED
    : denied('Templates are changed by approvers and admins.', 'Ask an approver or an admin.');
}
