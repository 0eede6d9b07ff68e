import { z } from 'zod';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { presentUser, userSchema } from './view.ts';

/** Everybody with an account, by username. */
export const listUsers = defineOperation({
  name: 'users.list',
  summary: 'List users',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({}),
  output: z.object({ items: z.array(userSchema), total: z.int() }),
  run(context) {
    requireAdmin(context, 'list users');
    const items = [...context.services.store.tables.users.all()]
      .map(presentUser)
      .toSorted((left, right) => left.username.localeCompare(right.username, 'en'));
    return { items, total: items.length };
  },
});
