import { z } from 'zod';
import { usernameSchema } from '../../domain/user.ts';
import { defineOperation } from '../define.ts';
import { findUser, unknownUser } from '../people.ts';
import { requireAdmin } from '../perform.ts';
import { presentToken, tokenSchema } from './view.ts';

/** Personal tokens, newest first: one person's, or everybody's for an admin. */
export const listTokens = defineOperation({
  name: 'tokens.list',
  summary: 'List API tokens',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({ username: usernameSchema.optional().describe('Everybody’s when absent') }),
  output: z.object({ items: z.array(tokenSchema), total: z.int() }),
  run(context, { username }) {
    if (username !== context.user.username) requireAdmin(context, 'list other people’s tokens');
    const user = username === undefined ? undefined : findUser(context, username);
    if (user === null) throw unknownUser();
    const tokens = user
      ? context.services.views.tokensOf(user.id)
      : [...context.services.store.tables.tokens.all()];
    const items = tokens
      .toSorted(
        (left, right) => right.created_at.localeCompare(left.created_at) || left.id.localeCompare(right.id),
      )
      .map((token) => presentToken(context, token));
    return { items, total: items.length };
  },
});
