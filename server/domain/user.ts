import { z } from 'zod';
import { lineSchema } from './text.ts';
import type { Role } from './role.ts';

/** Names are compared without case, so that `Ada` and `ada` are one person. */
export const usernameSchema = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,63}$/,
    'must be 1 to 64 of a-z, 0-9, dot, dash, underscore, starting with a letter or digit',
  )
  .describe('Username, lower case');

export const displayNameSchema = lineSchema(100).describe('Name that people see');
export const emailSchema = z.email().max(254);

export interface User {
  id: string;
  username: string;
  name: string;
  email: string | null;
  role: Role;
  training_manager: boolean;
  disabled: boolean;
  /** PHC string of the password's argon2id hash; null when the person cannot sign in with a password. */
  password_hash: string | null;
  created_at: string;
  updated_at: string;
}
