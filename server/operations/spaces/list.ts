import { z } from 'zod';
import { visibilitySchema, type Space } from '../../domain/space.ts';
import { mayEdit } from '../../policies/documents.ts';
import { maySeeSpace, visibleSpaces } from '../../policies/spaces.ts';
import { defineOperation, type OperationContext } from '../define.ts';

export const spaceSchema = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  visibility: visibilitySchema,
  document_count: z.int().describe('Documents in it that you can see'),
  can_edit: z.boolean(),
});

/** The spaces that the acting user sees, by slug. */
export const listSpaces = defineOperation({
  name: 'spaces.list',
  summary: 'List spaces',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(spaceSchema), total: z.int() }),
  run(context) {
    const items = context.services.views
      .spaces()
      .filter((space) => maySeeSpace(context.user, space))
      .map((space) => presentSpace(context, space));
    return { items, total: items.length };
  },
});

/** The count holds only what the caller may see (security A3). */
export function presentSpace(context: OperationContext, space: Space): z.infer<typeof spaceSchema> {
  const [visible] = visibleSpaces(context.user, [space]);
  return {
    id: space.id,
    slug: space.slug,
    name: space.name,
    description: space.description,
    visibility: space.visibility,
    document_count: visible ? context.services.views.documentCount(visible) : 0,
    can_edit: mayEdit(context, space).allowed,
  };
}
