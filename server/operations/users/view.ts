import { z } from 'zod';
import { roleSchema } from '../../domain/role.ts';
import type { User } from '../../domain/user.ts';

export const userSchema = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: roleSchema,
  training_manager: z.boolean(),
  disabled: z.boolean(),
  has_password: z.boolean(),
  created_at: z.string(),
});

export function presentUser(user: User): z.infer<typeof userSchema> {
  const { id, username, name, email, role, training_manager, disabled, password_hash, created_at } = user;
  return {
    id,
    username,
    name,
    email,
    role,
    training_manager,
    disabled,
    has_password: password_hash !== null,
    created_at,
  };
}
