import type { DocumentHead, DocumentStatus, DocumentType } from './document.ts';

/** What a reader may see: one entry a space. */
export interface VisibleSpace {
  space_id: string;
  /** Whether drafts of that space are visible too. */
  drafts: boolean;
}

/** What a reader asks for. Values within one field are alternatives, fields are conditions that all hold. */
export interface DocumentFilter {
  space_ids?: readonly string[];
  statuses?: readonly DocumentStatus[];
  types?: readonly DocumentType[];
  /** Compared without case. */
  tags?: readonly string[];
  author_ids?: readonly string[];
}

type FilteredFields = Pick<DocumentHead, 'space_id' | 'status' | 'type' | 'tags' | 'author_id'>;

/** The one answer to "does this document pass the filter"; rights are a question of their own. */
export function matchesFilter(document: FilteredFields, filter: DocumentFilter): boolean {
  return (
    (filter.space_ids?.includes(document.space_id) ?? true) &&
    (filter.statuses?.includes(document.status) ?? true) &&
    (filter.types?.includes(document.type) ?? true) &&
    (filter.author_ids?.includes(document.author_id) ?? true) &&
    (filter.tags?.some((wanted) => document.tags.some((tag) => isSameTag(tag, wanted))) ?? true)
  );
}

function isSameTag(tag: string, wanted: string): boolean {
  return tag === wanted || (tag.length === wanted.length && tag.toLowerCase() === wanted.toLowerCase());
}
