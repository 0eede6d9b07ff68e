import { z } from 'zod';
import { passwordSchema } from '../../domain/password.ts';
import { roleSchema } from '../../domain/role.ts';
import { displayNameSchema, emailSchema, usernameSchema, type User } from '../../domain/user.ts';
import { conflict, NothingToChange } from '../../errors.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { findUser, unknownUser } from '../people.ts';
import { requireAdmin } from '../perform.ts';
import { endSessionsOf } from '../sessions/stage.ts';
import { forgetCodesOf } from '../sign-in/codes.ts';
import { hashNewPassword } from './password.ts';
import { presentUser, userSchema } from './view.ts';

/**
 * Changes a person's role, name, email, training flag, password, or whether the account is usable. Another role or
 * password, and being disabled, sign them out everywhere (security P5).
 */
export const updateUser = defineOperation({
  name: 'users.update',
  summary: 'Change a user',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({
    username: usernameSchema,
    role: roleSchema.optional(),
    name: displayNameSchema.optional(),
    email: emailSchema.nullable().optional(),
    training_manager: z.boolean().optional(),
    disabled: z.boolean().optional(),
    password: passwordSchema.optional(),
  }),
  output: z.object({ user: userSchema }),
  async run(context, { username, password, ...changes }) {
    requireAdmin(context, 'change a user');
    const known = findUser(context, username);
    const current = known && context.tx.users.get(known.id);
    if (!current) throw unknownUser();
    const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    if (Object.keys(named).length === 0 && password === undefined) {
      throw new NothingToChange();
    }
    const renamed: User = { ...current, ...named, updated_at: context.now };
    const user: User =
      password === undefined
        ? renamed
        : { ...renamed, password_hash: await hashNewPassword(context, renamed, password) };
    keepOneAdmin(context, current, user);
    context.tx.users.put(user);
    if (user.disabled || user.role !== current.role || password !== undefined) shutOut(context, user);
    const changed = [...Object.keys(named), ...(password === undefined ? [] : ['password'])].join(', ');
    context.record({ type: 'user', id: user.id }, { details: { changed } });
    return { user: presentUser(user) };
  },
});

/** Sessions and codes belong to who the person was; an invitation goes on unless they are disabled. */
function shutOut(context: OperationContext, { id, disabled }: User): void {
  endSessionsOf(context, id);
  forgetCodesOf(context, id, ({ kind }) => disabled || kind === 'sign_in');
}

/** Without an admin nobody could run the workspace (decisions, "last admin protected"). */
function keepOneAdmin(context: OperationContext, before: User, after: User): void {
  if (!isActiveAdmin(before) || isActiveAdmin(after)) return;
  context.tx.claim('last-admin');
  const others = [...context.services.store.tables.users.all()].filter((user) => user.id !== before.id);
  if (!others.some(isActiveAdmin)) {
    throw conflict('This is the last admin.', { hint: 'Make somebody else an admin first.' });
  }
}

function isActiveAdmin(user: User): boolean {
  return user.role === 'admin' && !user.disabled;
}
