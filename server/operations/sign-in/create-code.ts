import { z } from 'zod';
import { hashToken } from '../../domain/token-secret.ts';
import { mintTypedCode, showTypedCode } from '../../domain/typed-code.ts';
import { usernameSchema } from '../../domain/user.ts';
import { conflict } from '../../errors.ts';
import { defineOperation } from '../define.ts';
import { findUser, person, personSchema, unknownUser } from '../people.ts';
import { requireAdmin } from '../perform.ts';
import { stageCode } from './codes.ts';

/** Makes a code with which a person signs in once, without a password. It is in this answer and nowhere else. */
export const createSignInCode = defineOperation({
  name: 'sign_in_codes.create',
  summary: 'Create a one-time code',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({ username: usernameSchema.optional().describe('For whom; yourself when absent') }),
  output: z.object({ user: personSchema, code: z.string(), expires_at: z.string() }),
  run(context, { username }) {
    const isOwn = username === undefined || username === context.user.username;
    if (!isOwn) requireAdmin(context, 'create a one-time code for somebody else');
    const user = isOwn ? context.user : findUser(context, username);
    if (!user) throw unknownUser();
    if (user.disabled)
      throw conflict(`The account ${user.username} is disabled.`, { hint: 'Enable it first.' });
    const secret = mintTypedCode();
    const code = stageCode(context, { kind: 'sign_in', userId: user.id, secretHash: hashToken(secret) });
    context.record({ type: 'sign_in_code', id: code.id }, { details: { username: user.username } });
    return { user: person(context, user.id), code: showTypedCode(secret), expires_at: code.expires_at };
  },
});
