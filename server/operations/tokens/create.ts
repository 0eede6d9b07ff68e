import { z } from 'zod';
import { newId } from '../../domain/identifier.ts';
import { scopeSchema, tokenNameSchema, type PersonalToken } from '../../domain/personal-token.ts';
import { usernameSchema } from '../../domain/user.ts';
import { conflict } from '../../errors.ts';
import { mintPersonalToken } from '../../domain/token-secret.ts';
import { defineOperation } from '../define.ts';
import { findUser, unknownUser } from '../people.ts';
import { requireAdmin } from '../perform.ts';
import { presentToken, tokenSchema } from './view.ts';

const DAY_MS = 86_400_000;

/** Makes a personal token. Its secret is in this answer and nowhere else: only its hash is stored. */
export const createToken = defineOperation({
  name: 'tokens.create',
  summary: 'Create an API token',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({
    username: usernameSchema.optional().describe('Whose token; your own when absent'),
    name: tokenNameSchema,
    scopes: z
      .array(scopeSchema)
      .min(1)
      .max(2)
      .default(['read', 'write'])
      .transform((scopes) => [...new Set(scopes)]),
    expires_in_days: z.int().min(1).max(36_500).nullable().default(365).describe('null: never'),
  }),
  output: z.object({ token: tokenSchema, secret: z.string() }),
  run(context, { username, name, scopes, expires_in_days }) {
    const isOwn = username === undefined || username === context.user.username;
    if (!isOwn) requireAdmin(context, 'create a token for somebody else');
    const user = isOwn ? context.user : findUser(context, username);
    if (!user) throw unknownUser();
    if (user.disabled)
      throw conflict(`The account ${user.username} is disabled.`, { hint: 'Enable it first.' });
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
