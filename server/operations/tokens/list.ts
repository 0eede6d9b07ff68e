import { z } from 'zod';
import { usernameSchema } from '../../domain/user.ts';
import { credentialOwners } from '../credential-owner.ts';
import { defineOperation } from '../define.ts';
import { presentToken, tokenSchema } from './view.ts';

/** Personal tokens, newest first: one's own, and at the machine, for admins, everybody's. */
export const listTokens = defineOperation({
  name: 'tokens.list',
  summary: 'List API tokens',
  scope: 'read',
  effect: 'read',
  reach: 'person',
  peopleHint: 'People see their tokens in their account.',
  input: z.strictObject({
    username: usernameSchema
      .optional()
      .describe('Whose; when absent your own, and at the machine everybody’s'),
  }),
  output: z.object({ items: z.array(tokenSchema), total: z.int() }),
  run(context, { username }) {
    const owner = credentialOwners(context, username, 'list other people’s tokens');
    const tokens = owner
      ? context.services.views.tokensOf(owner.id)
      : [...context.services.store.tables.tokens.all()];
    const items = tokens
      .toSorted(
        (left, right) => right.created_at.localeCompare(left.created_at) || left.id.localeCompare(right.id),
      )
      .map((token) => presentToken(context, token));
    return { items, total: items.length };
  },
});
