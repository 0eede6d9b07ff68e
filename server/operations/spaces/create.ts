import { z } from 'zod';
import { newId } from '../../domain/identifier.ts';
import {
  slugSchema,
  spaceDescriptionSchema,
  spaceNameSchema,
  visibilitySchema,
  type Space,
} from '../../domain/space.ts';
import { conflict } from '../../errors.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { requireAdmin } from '../perform.ts';
import { presentSpace, spaceSchema } from './list.ts';

/** Adds a space. Slugs are unique and never change, because documents are addressed by them. */
export const createSpace = defineOperation({
  name: 'spaces.create',
  summary: 'Create a space',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({
    slug: slugSchema,
    name: spaceNameSchema.optional(),
    description: spaceDescriptionSchema.default(''),
    visibility: visibilitySchema.default('workspace'),
  }),
  output: z.object({ space: spaceSchema }),
  run(context, input) {
    requireAdmin(context, 'create a space');
    const space = stageSpace(context, input);
    context.record({ type: 'space', id: space.id });
    return { space: presentSpace(context, space) };
  },
});

export function stageSpace(
  context: OperationContext,
  input: Pick<Space, 'slug' | 'description' | 'visibility'> & { name?: string | undefined },
): Space {
  context.tx.claim(`space-slug:${input.slug}`);
  if (context.services.views.spaceBySlug(input.slug)) {
    throw conflict(`There is already a space ${input.slug}.`, { hint: 'Choose another slug.' });
  }
  const space: Space = {
    id: newId('space'),
    slug: input.slug,
    name: input.name ?? input.slug,
    description: input.description,
    visibility: input.visibility,
    members: {},
    created_at: context.now,
    updated_at: context.now,
  };
  context.tx.spaces.put(space);
  return space;
}
