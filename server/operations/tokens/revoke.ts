import { z } from 'zod';
import { COMMAND } from '../../command-name.ts';
import { idSchema } from '../../domain/identifier.ts';
import { unknown } from '../../errors.ts';
import { managesCredentialsOf } from '../credential-owner.ts';
import { defineOperation } from '../define.ts';
import { presentToken, tokenSchema } from './view.ts';

/**
 * Ends a personal token at once and for good: one’s own, or at the machine anybody’s for an admin. Revoking it again changes
 * nothing. Somebody else’s token answers like an unknown one (security A2).
 */
export const revokeToken = defineOperation({
  name: 'tokens.revoke',
  summary: 'Revoke an API token',
  scope: 'write',
  effect: 'destructive',
  reach: 'person',
  peopleHint: 'People revoke tokens in their account.',
  input: z.strictObject({ id: idSchema('token') }),
  output: z.object({ token: tokenSchema }),
  run(context, { id }) {
    const token = context.tx.tokens.get(id);
    if (!token || !managesCredentialsOf(context, token.user_id))
      throw unknown(
        'token',
        `See the tokens under Manage account → API tokens, or with: ${COMMAND} token list`,
      );
    const revoked = { ...token, revoked_at: token.revoked_at ?? context.now };
    if (token.revoked_at === null) context.tx.tokens.put(revoked);
    context.record({ type: 'token', id });
    return { token: presentToken(context, revoked) };
  },
});
