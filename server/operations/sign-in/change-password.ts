import { z } from 'zod';
import { passwordSchema } from '../../domain/password.ts';
import { forbidden } from '../../errors.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { recordRefusal } from '../perform.ts';
import { currentSessionOf } from '../sessions/access.ts';
import { endSessionsOf } from '../sessions/stage.ts';
import { hashNewPassword } from '../users/password.ts';
import { forgetCodesOf } from './codes.ts';

const NAME = 'account.change_password';

/** Sets a new password. Whoever has one must know it; all their other sessions and codes end. */
export const changePassword = defineOperation({
  name: NAME,
  summary: 'Change one’s own password',
  scope: 'write',
  effect: 'write',
  reach: 'person',
  input: z.strictObject({
    current_password: z.string().max(16_384).nullable().describe('Null for somebody who has none'),
    password: passwordSchema,
  }),
  output: z.object({ ended: z.int().describe('How many other browsers were signed out') }),
  async run(context, { current_password, password }) {
    const { user, tx, now } = context;
    if (user.password_hash !== null) {
      await proveOneself(context, current_password ?? '', user.password_hash);
    }
    const password_hash = await hashNewPassword(context, user, password);
    tx.users.put({ ...user, password_hash, updated_at: now });
    forgetCodesOf(context, user.id);
    const ended = endSessionsOf(context, user.id, currentSessionOf(context));
    context.record({ type: 'user', id: user.id }, { details: { ended } });
    return { ended };
  },
});

/**
 * Whoever has taken over a session must not guess the password through it.
 *
 * @throws {AppError} forbidden for a wrong password, rate_limited, unavailable
 */
async function proveOneself(context: OperationContext, password: string, hash: string): Promise<void> {
  const { services, actor, user } = context;
  const attempt = services.passwordGuesses.begin(user.id);
  const isRight = await services.passwords.verify(password, hash).catch((error: unknown) => {
    attempt.withdrawn();
    throw error;
  });
  if (isRight) {
    attempt.succeeded();
    return;
  }
  const refusal = forbidden('The current password is not right.', {
    hint: 'Type the password that you use now.',
  });
  recordRefusal(services, { name: NAME }, actor, refusal);
  throw refusal;
}
