import { z } from 'zod';
import { newId } from '../../domain/identifier.ts';
import { passwordSchema } from '../../domain/password.ts';
import { roleSchema } from '../../domain/role.ts';
import { displayNameSchema, emailSchema, usernameSchema, type User } from '../../domain/user.ts';
import { conflict } from '../../errors.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { hashNewPassword } from './password.ts';
import { presentUser, userSchema } from './view.ts';

const newUserInput = {
  username: usernameSchema,
  name: displayNameSchema.optional(),
  email: emailSchema.nullable().default(null),
  role: roleSchema,
  training_manager: z.boolean().default(false),
  password: passwordSchema.optional(),
};

/** Adds a person. Without a password they use tokens, or set one later. */
export const createUser = defineOperation({
  name: 'users.create',
  summary: 'Add a user',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject(newUserInput),
  output: z.object({ user: userSchema }),
  async run(context, input) {
    requireAdmin(context, 'add a user');
    const user = await stageUser(context, input);
    context.record({ type: 'user', id: user.id }, { details: { role: user.role } });
    return { user: presentUser(user) };
  },
});

export async function stageUser(
  context: OperationContext,
  input: z.output<z.ZodObject<typeof newUserInput>>,
): Promise<User> {
  context.tx.claim(`username:${input.username}`);
  if (context.services.views.userByName(input.username)) {
    throw conflict(`There is already a user ${input.username}.`, { hint: 'Choose another username.' });
  }
  const names = { username: input.username, name: input.name ?? input.username, email: input.email };
  const user: User = {
    id: newId('user'),
    ...names,
    role: input.role,
    training_manager: input.training_manager,
    disabled: false,
    password_hash:
      input.password === undefined ? null : await hashNewPassword(context, names, input.password),
    created_at: context.now,
    updated_at: context.now,
  };
  context.tx.users.put(user);
  return user;
}
