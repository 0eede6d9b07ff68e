import type { InputOf } from '../../server/faces/app/contract.ts';
import { useOperation } from '../client/operations.ts';
import type { Vocabulary } from './completions.ts';

type DocumentType = NonNullable<InputOf<'documents.list'>['type']>;
type DocumentStatus = NonNullable<InputOf<'documents.list'>['status']>;

/** Written as records, so that the compiler misses none. */
const TYPES: Record<DocumentType, true> = { sop: true, technical: true, policy: true, knowledge: true };
const STATUSES: Record<DocumentStatus, true> = { published: true, draft: true };

/** Tags and authors are offered from this many documents, those that were changed last. */
const LOOKED_AT = 100;

/** What the operators of a search can be followed by, the most used first. */
export function useVocabulary(isWanted: boolean): Vocabulary {
  const spaces = useOperation('spaces.list', {}, { enabled: isWanted });
  const documents = useOperation('documents.list', { limit: LOOKED_AT }, { enabled: isWanted });
  const items = documents.data?.items ?? [];
  return {
    type: Object.keys(TYPES),
    status: Object.keys(STATUSES),
    space: (spaces.data?.items ?? []).map(({ slug }) => slug),
    tag: byUse(items.flatMap(({ tags }) => tags)),
    author: byUse(items.map(({ author }) => author.username)),
  };
}

function byUse(values: readonly string[]): readonly string[] {
  const uses = new Map<string, number>();
  for (const value of values) uses.set(value, (uses.get(value) ?? 0) + 1);
  return [...uses].toSorted(([, left], [, right]) => right - left).map(([value]) => value);
}
