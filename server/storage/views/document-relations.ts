import type { DocumentHead } from '../../domain/document.ts';
import { placeOutsideTrash, placesOutsideTrash } from './document-groups.ts';
import { compareText, createSortedGroups, createSortedList } from './sorted-list.ts';
import { viewOf, type View } from './view.ts';

/** Titles as a person sorts them: `Step 2` before `Step 10`. One language, so that every machine agrees. */
let titles: Intl.Collator | undefined;

function compareTitles(left: DocumentHead, right: DocumentHead): number {
  // Made at the first comparison: it takes several milliseconds, which a start should not wait for.
  titles ??= new Intl.Collator('en', { numeric: true });
  return titles.compare(left.title, right.title) || compareText(left.id, right.id);
}

interface Children extends View<DocumentHead> {
  /** Below a document, or, given the id of a space, at its top. */
  of: (parentId: string) => DocumentHead[];
}

/** Pages outside the Trash by the page or the space that they stand directly under, by title. */
export function createChildren(): Children {
  const groups = createSortedGroups(compareTitles);
  const place = placeOutsideTrash(groups, (head) => head.parent_id ?? head.space_id);
  return { ...place, of: (parentId) => [...groups.items(parentId)] };
}

interface Backlinks extends View<DocumentHead> {
  of: (documentId: string) => string[];
}

/** Who links here: documents outside the Trash, oldest first. A link to oneself is none. */
export function createBacklinks(): Backlinks {
  const groups = createSortedGroups<DocumentHead>(
    (left, right) => compareText(left.created_at, right.created_at) || compareText(left.id, right.id),
  );
  const place = placesOutsideTrash(groups, distinctLinks);
  return { ...place, of: (documentId) => groups.items(documentId).map((head) => head.id) };
}

/** Up to so many, looking for the same one before is quicker than a set. */
const FEW = 16;

function distinctLinks({ id, links }: DocumentHead): readonly string[] {
  if (links.length === 0) return links;
  if (links.length > FEW) return [...new Set(links)].filter((link) => link !== id);
  return links.filter((link, index) => link !== id && links.indexOf(link) === index);
}

interface Trashed extends View<DocumentHead> {
  all: () => DocumentHead[];
}

/** What lies in the Trash, last thrown away first. */
export function createTrashed(): Trashed {
  const list = createSortedList<DocumentHead>(
    (left, right) =>
      compareText(right.trashed?.at ?? '', left.trashed?.at ?? '') || compareText(left.id, right.id),
  );
  const view = viewOf<DocumentHead>({
    append: (head) => head.trashed && list.append(head),
    add: (head) => head.trashed && list.add(head),
    remove: (head) => head.trashed && list.remove(head),
  });
  return { ...view, all: () => [...list.items()] };
}
