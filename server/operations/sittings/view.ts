import { z } from 'zod';
import type { Sitting } from '../../domain/sitting.ts';
import type { OperationContext } from '../define.ts';
import { person, personSchema } from '../people.ts';
import { writesOf, type Write } from './writes.ts';

export const sittingSchema = z.object({
  id: z.string(),
  person: personSchema.describe('In whose name it wrote'),
  client: z.string().nullable().describe('Name of the connected app or token'),
  credential_id: z.string(),
  started_at: z.string(),
  last_write_at: z.string(),
  writes: z.int().describe('How many changes it made'),
  documents: z.int().describe('How many documents they touched'),
  undone_at: z.string().nullable().describe('When its changes were last taken back'),
  undone_by: personSchema.nullable(),
});

export type SittingView = z.infer<typeof sittingSchema>;

export async function presentSittings(
  context: OperationContext,
  sittings: readonly Sitting[],
): Promise<SittingView[]> {
  const writes = await writesOf(context, sittings);
  return sittings.map((sitting) => presentSitting(context, sitting, writes.get(sitting.id) ?? []));
}

export function presentSitting(
  context: OperationContext,
  sitting: Sitting,
  writes: readonly Write[],
): SittingView {
  const { id, user_id, client, credential_id, started_at, undone } = sitting;
  const documents = writes.filter(({ target }) => target.type === 'document').map(({ target }) => target.id);
  return {
    id,
    person: person(context, user_id),
    client,
    credential_id,
    started_at,
    last_write_at: context.services.sittings.lastWriteOf(sitting),
    writes: writes.length,
    documents: new Set(documents).size,
    undone_at: undone?.at ?? null,
    undone_by: undone ? person(context, undone.by) : null,
  };
}
