import { z } from 'zod';
import { memberRightSchema, slugSchema } from '../../domain/space.ts';
import { usernameSchema } from '../../domain/user.ts';
import { defineOperation } from '../define.ts';
import { loadSpace } from '../documents/load.ts';
import { findUser, unknownUser } from '../people.ts';
import { requireAdmin } from '../perform.ts';

/** Gives a person a right in a space by name, or takes it back to what the visibility gives (`default`). */
export const setSpaceMember = defineOperation({
  name: 'spaces.set_member',
  summary: 'Set a person’s right in a space',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({
    slug: slugSchema,
    username: usernameSchema,
    right: z.enum([...memberRightSchema.options, 'default']),
  }),
  output: z.object({ slug: z.string(), username: z.string(), right: z.string() }),
  run(context, { slug, username, right }) {
    requireAdmin(context, 'change who may use a space');
    const space = loadSpace(context, slug);
    const user = findUser(context, username);
    if (!user) throw unknownUser();
    const { [user.id]: _previous, ...others } = space.members;
    const members = right === 'default' ? others : { ...others, [user.id]: right };
    context.tx.spaces.put({ ...space, members, updated_at: context.now });
    context.record({ type: 'space', id: space.id }, { details: { username, right } });
    return { slug, username, right };
  },
});
