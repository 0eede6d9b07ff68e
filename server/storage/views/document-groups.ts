import type { DocumentHead } from '../../domain/document.ts';
import type { SortedGroups } from './sorted-list.ts';
import { viewOf, type View } from './view.ts';

/** Keeps each document that is outside the Trash in the group of each of its keys. */
export function placeOutsideTrash(
  groups: SortedGroups<DocumentHead>,
  keysOf: (head: DocumentHead) => readonly string[],
): View<DocumentHead> {
  const each = (head: DocumentHead, act: (key: string, head: DocumentHead) => void) => {
    if (head.trashed) return;
    for (const key of keysOf(head)) act(key, head);
  };
  return viewOf<DocumentHead>({
    append: (head) => each(head, groups.append),
    add: (head) => each(head, groups.add),
    remove: (head) => each(head, groups.remove),
  });
}
