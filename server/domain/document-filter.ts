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
  /** One of these must be there too, when somebody asks for tags in two ways. */
  and_tags?: readonly string[];
  /** None of these may be there. */
  without_tags?: readonly string[];
  author_ids?: readonly string[];
}

/** Whether a reader sees a document, trashed ones apart; made once for many documents. */
export function visibleAmong(
  visible: readonly VisibleSpace[],
): (document: Pick<DocumentHead, 'space_id' | 'status'>) => boolean {
  const drafts = new Map(visible.map((space) => [space.space_id, space.drafts]));
  return ({ space_id: id, status }) => {
    const seesDrafts = drafts.get(id);
    return seesDrafts !== undefined && (seesDrafts || status === 'published');
  };
}

type FilteredFields = Pick<DocumentHead, 'space_id' | 'status' | 'type' | 'tags' | 'author_id'>;

/** The one answer to "does this document pass the filter"; rights are a question of their own. */
export function matchesFilter(document: FilteredFields, filter: DocumentFilter): boolean {
  return (
    (filter.space_ids?.includes(document.space_id) ?? true) &&
    (filter.statuses?.includes(document.status) ?? true) &&
    (filter.types?.includes(document.type) ?? true) &&
    (filter.author_ids?.includes(document.author_id) ?? true) &&
    (filter.tags?.some((wanted) => hasTag(document, wanted)) ?? true) &&
    (filter.and_tags?.some((wanted) => hasTag(document, wanted)) ?? true) &&
    !filter.without_tags?.some((unwanted) => hasTag(document, unwanted))
  );
}

function hasTag({ tags }: FilteredFields, wanted: string): boolean {
  return tags.some((tag) => isSameTag(tag, wanted));
}

/** Tags are compared without case. */
export function isSameTag(tag: string, wanted: string): boolean {
  return tag === wanted || (tag.length === wanted.length && tag.toLowerCase() === wanted.toLowerCase());
}
