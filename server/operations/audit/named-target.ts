import type { AuditEntry } from '../../domain/audit-entry.ts';
import { idSchema, isId, type IdKind } from '../../domain/identifier.ts';
import type { CollectionName } from '../../ports.ts';
import type { Services } from '../define.ts';

/** Fields in which calls name what they are about, the closest one first. */
const ID_FIELDS = ['id', 'doc_id', 'deck_id', 'document_id', 'document', 'attachment_id'];
const SPACE_FIELDS = ['slug', 'space'];

type Named = Pick<Services, 'store' | 'views'>;

/**
 * What a call that came to nothing was about: a record that there is. Of what the call sent nothing else is kept, for
 * anything could stand there; so whoever shows this to somebody asks first whether they may know of the record.
 *
 * @param rawInput input of an operation or arguments of a tool, unchecked
 */
export function namedTarget({ store, views }: Named, rawInput: unknown): AuditEntry['target'] {
  if (typeof rawInput !== 'object' || rawInput === null) return null;
  const fields = new Map<string, unknown>(Object.entries(rawInput));
  for (const field of ID_FIELDS) {
    const target = recordCalled(store, fields.get(field));
    if (target) return target;
  }
  for (const field of SPACE_FIELDS) {
    const slug = fields.get(field);
    const space = typeof slug === 'string' ? views.spaceBySlug(slug) : undefined;
    if (space) return { type: 'space', id: space.id };
  }
  return null;
}

/** What calls name, and the collection that it is in. */
const COLLECTIONS = [
  ['document', 'documents'],
  ['change_request', 'change_requests'],
  ['attachment', 'attachments'],
  ['template', 'templates'],
  ['deck', 'decks'],
] as const satisfies readonly (readonly [IdKind, CollectionName])[];

const documentReference = idSchema('document');

function recordCalled({ tables }: Named['store'], reference: unknown): AuditEntry['target'] {
  const id = documentReference.safeParse(reference).data;
  if (id === undefined) return null;
  const found = COLLECTIONS.find(
    ([kind, collection]) => isId(kind, id) && tables[collection].get(id) !== undefined,
  );
  return found ? { type: found[0], id } : null;
}
