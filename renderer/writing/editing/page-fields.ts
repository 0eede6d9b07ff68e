import type { InputOf, OutputOf } from '../../../server/faces/app/contract.ts';

/** A document as the server tells it. */
export type PageState = OutputOf<'documents.read'>['document'];
export type ChangeOutcome = OutputOf<'documents.update'>;

/** What of a page can be written. */
export interface PageFields {
  title: string;
  content: string;
  summary: string;
  tags: readonly string[];
  type: PageState['type'];
  /** Slug. */
  space: string;
  /** Id of the page above, or null. */
  parent: string | null;
}

export type PageChanges = Pick<
  InputOf<'documents.update'>,
  'title' | 'content' | 'summary' | 'tags' | 'type' | 'space' | 'parent'
>;

export const FIELD_NAMES = ['title', 'content', 'summary', 'tags', 'type', 'space', 'parent'] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

export function fieldsOf({ title, content, summary, tags, type, space, parent }: PageFields): PageFields {
  return { title, content, summary, tags, type, space, parent };
}

/** Names of the fields that differ. */
export function changedFields(before: PageFields, after: PageFields): FieldName[] {
  return FIELD_NAMES.filter((name) => !isSame(before[name], after[name]));
}

/** What to send so that `before` becomes `after`. */
export function changesBetween(before: PageFields, after: PageFields): PageChanges {
  const { tags, ...fields } = after;
  const all = { ...fields, tags: [...tags] };
  return Object.fromEntries(changedFields(before, after).map((name) => [name, all[name]]));
}

export function isSame(left: PageFields[FieldName], right: PageFields[FieldName]): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
