import { z } from 'zod';
import { slugSchema, spaceDescriptionSchema, spaceNameSchema, visibilitySchema } from '../../domain/space.ts';
import { NothingToChange } from '../../errors.ts';
import { defineOperation } from '../define.ts';
import { loadSpace } from '../documents/load.ts';
import { requireAdmin } from '../perform.ts';
import { presentSpace, spaceSchema } from './list.ts';

/** Changes a space's name, description or visibility. */
export const updateSpace = defineOperation({
  name: 'spaces.update',
  summary: 'Change a space',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({
    slug: slugSchema,
    name: spaceNameSchema.optional(),
    description: spaceDescriptionSchema.optional(),
    visibility: visibilitySchema.optional(),
  }),
  output: z.object({ space: spaceSchema }),
  run(context, { slug, ...changes }) {
    requireAdmin(context, 'change a space');
    const current = loadSpace(context, slug);
    if (Object.values(changes).every((value) => value === undefined)) throw new NothingToChange();
    const space = {
      ...current,
      name: changes.name ?? current.name,
      description: changes.description ?? current.description,
      visibility: changes.visibility ?? current.visibility,
      updated_at: context.now,
    };
    context.tx.spaces.put(space);
    context.record({ type: 'space', id: space.id });
    return { space: presentSpace(context, space) };
  },
});
