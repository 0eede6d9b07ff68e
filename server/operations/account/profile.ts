import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { presentUser, userSchema } from '../users/view.ts';

/** One's own account as its person sees and changes it. */
export const readProfile = defineOperation({
  name: 'account.profile',
  summary: 'Read one’s own profile',
  scope: 'read',
  effect: 'read',
  reach: 'person',
  input: z.strictObject({}),
  output: z.object({ user: userSchema }),
  run: ({ user }) => ({ user: presentUser(user) }),
});
