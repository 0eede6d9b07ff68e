import { z } from 'zod';
import { displayNameSchema, emailSchema } from '../../domain/user.ts';
import { NothingToChange } from '../../errors.ts';
import { defineOperation } from '../define.ts';
import { presentUser, userSchema } from '../users/view.ts';

/** Changes what people may change about themselves: the name that others see, and the email address. */
export const updateProfile = defineOperation({
  name: 'account.update',
  summary: 'Change one’s own name or email',
  scope: 'write',
  effect: 'write',
  reach: 'person',
  input: z.strictObject({ name: displayNameSchema.optional(), email: emailSchema.nullable().optional() }),
  output: z.object({ user: userSchema }),
  run(context, changes) {
    const { user, tx, now } = context;
    const { name = user.name, email = user.email } = changes;
    const changed = [...(name === user.name ? [] : ['name']), ...(email === user.email ? [] : ['email'])];
    if (changed.length === 0) throw new NothingToChange(['name', 'email']);
    const updated = { ...user, name, email, updated_at: now };
    tx.users.put(updated);
    context.record({ type: 'user', id: user.id }, { details: { changed: changed.join(', ') } });
    return { user: presentUser(updated) };
  },
});
