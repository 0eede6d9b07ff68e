import { z } from 'zod';
import { newId } from '../../domain/identifier.ts';
import {
  HOW_TO_CREATE_TOKEN,
  scopesSchema,
  tokenNameSchema,
  type PersonalToken,
} from '../../domain/personal-token.ts';
import { usernameSchema } from '../../domain/user.ts';
import { AppError, conflict } from '../../errors.ts';
import { mintPersonalToken } from '../../domain/token-secret.ts';
import { credentialOwner } from '../credential-owner.ts';
import { defineOperation } from '../define.ts';
import { presentToken, tokenSchema } from './view.ts';

const DAY_MS = 86_400_000;

/** Makes a personal token. Its secret is in this answer and nowhere else: only its hash is stored. */
export const createToken = defineOperation({
  name: 'tokens.create',
  summary: 'Create an API token',
  scope: 'write',
  effect: 'write',
  reach: 'person',
  peopleHint: HOW_TO_CREATE_TOKEN,
  input: z.strictObject({
    username: usernameSchema.optional().describe('Whose token; your own when absent'),
    name: tokenNameSchema,
    scopes: scopesSchema.default(['read', 'write']),
    expires_in_days: z
      .int()
      .min(1)
      .max(36_500)
      .nullable()
      .default(365)
      .describe('null: never, with confirm_never'),
    confirm_never: z.boolean().default(false).describe('true: it is meant that the token never expires'),
  }),
  output: z.object({ token: tokenSchema, secret: z.string() }),
  run(context, { username, name, scopes, expires_in_days, confirm_never }) {
    const user = credentialOwner(context, username, 'create a token for somebody else');
    if (user.disabled)
      throw conflict(`The account ${user.username} is disabled.`, { hint: 'Enable it first.' });
    if (expires_in_days === null && !confirm_never) throw needsConfirmation();
    const { secret, hash, last_four } = mintPersonalToken();
    const expires = expires_in_days === null ? null : Date.parse(context.now) + expires_in_days * DAY_MS;
    const token: PersonalToken = {
      id: newId('token'),
      user_id: user.id,
      name,
      secret_hash: hash,
      last_four,
      scopes,
      created_at: context.now,
      expires_at: expires === null ? null : new Date(expires).toISOString(),
      revoked_at: null,
    };
    context.tx.tokens.put(token);
    context.record(
      { type: 'token', id: token.id },
      { details: { username: user.username, scopes: scopes.join(' ') } },
    );
    return { token: presentToken(context, token), secret };
  },
});

/** "«never» needs a confirmation" (security T5). */
function needsConfirmation(): AppError {
  return new AppError('needs_confirmation', 'A token that never expires stays good for whoever finds it.', {
    hint: 'Choose an expiry, or send confirm_never when that is meant.',
  });
}
