import { passwordSchema } from '../../domain/password.ts';
import { displayNameSchema } from '../../domain/user.ts';
import { forbidden } from '../../errors.ts';
import { defineOperation } from '../define.ts';
import { browserSchema, openedSchema, stageSession } from '../sessions/stage.ts';
import { hashNewPassword } from '../users/password.ts';
import { spendCode } from './codes.ts';

/** The first sign-in of a new member: their name, their password, and a session, all at once. */
export const acceptInvitation = defineOperation({
  name: 'invitations.accept',
  summary: 'Accept an invitation',
  scope: 'write',
  effect: 'write',
  reach: 'sign_in',
  input: browserSchema.extend({ name: displayNameSchema, password: passwordSchema }),
  output: openedSchema,
  async run(context, { name, password, ...browser }) {
    const { actor, tx, user, now } = context;
    if (actor.credential.kind !== 'sign_in_code') throw forbidden('Only an invitation does this.');
    spendCode(context, actor.credential.id, 'invitation');
    const password_hash = await hashNewPassword(context, { ...user, name }, password);
    tx.users.put({ ...user, name, password_hash, updated_at: now });
    const opened = stageSession(context, browser);
    context.record({ type: 'user', id: user.id }, { details: { device: browser.device } });
    return opened;
  },
});
