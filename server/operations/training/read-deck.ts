import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { maySeeDocument } from '../../policies/documents.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { listOutput, pageInput, pageOf } from '../page.ts';
import { loadDeck, requireTrainingManager, type LoadedDeck } from './load.ts';
import { deckSchema, presentDeck, presentProgress, progressSchema } from './view.ts';

/** "Gives one deck's per-person status including quiz scores" (specification, MCP tools). */
export const readDeck = defineOperation({
  name: 'training.read_deck',
  summary: 'Read how people do with a training deck',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({ deck_id: idSchema('deck'), ...pageInput }),
  output: listOutput(progressSchema).extend({
    deck: deckSchema,
    not_assigned: z.int().describe('People who may read the document and have no assignment'),
  }),
  run(context, { deck_id: deckId, ...page }) {
    requireTrainingManager(context);
    const loaded = loadDeck(context, deckId);
    const assignments = context.services.views.assignmentsOfDeck(deckId);
    const people = assignments.map((assignment) => presentProgress(context, assignment));
    const { items, ...rest } = pageOf(people.toSorted(byUsername), page);
    const assigned = new Set(assignments.map(({ user_id }) => user_id));
    return {
      ...rest,
      items,
      deck: presentDeck(context, loaded.deck, assignments),
      not_assigned: countReaders(context, loaded, assigned),
    };
  },
});

type Progress = z.infer<typeof progressSchema>;

function byUsername({ person: left }: Progress, { person: right }: Progress): number {
  return left.username < right.username ? -1 : 1;
}

function countReaders(
  { services }: OperationContext,
  { document, space }: LoadedDeck,
  except: ReadonlySet<string>,
): number {
  if (!document) return 0;
  let count = 0;
  for (const user of services.store.tables.users.all()) {
    if (!user.disabled && !except.has(user.id) && maySeeDocument(user, document, space)) count += 1;
  }
  return count;
}
