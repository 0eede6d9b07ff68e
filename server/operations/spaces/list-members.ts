import { z } from 'zod';
import { roleSchema } from '../../domain/role.ts';
import { memberRightSchema, slugSchema } from '../../domain/space.ts';
import { spaceRight } from '../../policies/spaces.ts';
import { defineOperation } from '../define.ts';
import { loadSpace } from '../documents/load.ts';
import { personSchema } from '../people.ts';
import { requireAdmin } from '../perform.ts';

const memberSchema = z.object({
  user: personSchema,
  role: roleSchema,
  disabled: z.boolean(),
  given: memberRightSchema.nullable().describe('Right given by name; null: what the visibility gives'),
  right: memberRightSchema.describe('What the person may do in the space, all told'),
});

/** What everybody may do in a space, by username. */
export const listSpaceMembers = defineOperation({
  name: 'spaces.list_members',
  summary: 'List people’s rights in a space',
  scope: 'read',
  effect: 'read',
  reach: 'local',
  input: z.strictObject({ slug: slugSchema }),
  output: z.object({ items: z.array(memberSchema), total: z.int() }),
  run(context, { slug }) {
    requireAdmin(context, 'see who may use a space');
    const space = loadSpace(context, slug);
    const items = [...context.services.store.tables.users.all()]
      .toSorted((left, right) => left.username.localeCompare(right.username, 'en'))
      .map((user) => ({
        user: { id: user.id, username: user.username, name: user.name },
        role: user.role,
        disabled: user.disabled,
        given: space.members[user.id] ?? null,
        right: spaceRight(user, space),
      }));
    return { items, total: items.length };
  },
});
