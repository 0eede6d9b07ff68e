import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { defineOperation } from '../define.ts';
import { WHERE_PEOPLE_UNDO } from './list.ts';
import { loadSitting } from './load.ts';
import { presentSitting, sittingSchema } from './view.ts';
import { writesOf } from './writes.ts';

/** Most writes that one answer names. */
const MOST_NAMED = 1000;

/** One sitting with what it wrote, in order. */
export const readSitting = defineOperation({
  name: 'sittings.read',
  summary: 'Read a sitting of an app or token',
  scope: 'read',
  effect: 'read',
  reach: 'person',
  peopleHint: WHERE_PEOPLE_UNDO,
  input: z.strictObject({ id: idSchema('sitting') }),
  output: z.object({
    sitting: sittingSchema,
    changes: z
      .array(
        z.object({
          at: z.string(),
          action: z.string().describe('Name of the operation'),
          target: z.object({ type: z.string(), id: z.string() }),
        }),
      )
      .describe('The first 1,000'),
  }),
  async run(context, { id }) {
    const sitting = loadSitting(context, id);
    const writes = (await writesOf(context, [sitting])).get(id) ?? [];
    context.record({ type: 'sitting', id });
    return { sitting: presentSitting(context, sitting, writes), changes: writes.slice(0, MOST_NAMED) };
  },
});
