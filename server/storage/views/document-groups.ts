import type { DocumentHead } from '../../domain/document.ts';
import type { SortedGroups } from './sorted-list.ts';
import { viewOf, type View } from './view.ts';

/** Keeps each document that is outside the Trash in the group of its key. */
export function placeOutsideTrash(
  groups: SortedGroups<DocumentHead>,
  keyOf: (head: DocumentHead) => string,
): View<DocumentHead> {
  return viewOf<DocumentHead>({
    append(head) {
      if (!head.trashed) groups.append(keyOf(head), head);
    },
    add(head) {
      if (!head.trashed) groups.add(keyOf(head), head);
    },
    remove(head) {
      if (!head.trashed) groups.remove(keyOf(head), head);
    },
  });
}

/** Keeps each document that is outside the Trash in the group of each of its keys. */
export function placesOutsideTrash(
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
