import { matchesFilter, type DocumentFilter, type VisibleSpace } from '../../domain/document-filter.ts';
import type { DocumentHead, DocumentStatus } from '../../domain/document.ts';
import type { Views } from '../../ports.ts';
import { placeOutsideTrash } from './document-groups.ts';
import { compareText, createSortedGroups } from './sorted-list.ts';
import type { View } from './view.ts';

interface DocumentOrder extends View<DocumentHead> {
  page: Views['documents'];
  count: Views['documentCount'];
}

/**
 * Oldest first, so that a fresh edit is appended at the end; pages are read from the end. "Newest first" =
 * `updated_at` descending, then id (decisions, "Timestamps").
 */
function compareAge(left: DocumentHead, right: DocumentHead): number {
  // In full, because the first list of a start sorts all documents with it before anything is compiled.
  if (left.updated_at !== right.updated_at) return left.updated_at < right.updated_at ? -1 : 1;
  return compareText(right.id, left.id);
}

/** Made once for each list, or a start would put together and hash as many texts as there are documents. */
const listKeys: Record<DocumentStatus, Map<string, string>> = { draft: new Map(), published: new Map() };

function listKey(spaceId: string, status: DocumentStatus): string {
  const keys = listKeys[status];
  let key = keys.get(spaceId);
  if (key === undefined) keys.set(spaceId, (key = `${status} ${spaceId}`));
  return key;
}

/** Documents outside the Trash, one ordered list for each space and status. */
export function createDocumentOrder(): DocumentOrder {
  const lists = createSortedGroups(compareAge);
  const view = placeOutsideTrash(lists, (head) => listKey(head.space_id, head.status));
  return {
    ...view,
    page(visible, filter, { limit, offset }) {
      const selected = visibleKeys(visible, filter).map((key) => lists.items(key));
      const narrowed = isNarrowing(filter)
        ? selected.map((list) => list.filter((head) => matchesFilter(head, filter)))
        : selected;
      const total = narrowed.reduce((sum, list) => sum + list.length, 0);
      return { items: mergedPage(narrowed, limit, offset), total };
    },
    count({ space_id: spaceId, drafts }) {
      return lists.size(listKey(spaceId, 'published')) + (drafts ? lists.size(listKey(spaceId, 'draft')) : 0);
    },
  };
}

/** The lists that hold everything the reader may see and asked for by space and status, and nothing else. */
function visibleKeys(visible: readonly VisibleSpace[], filter: DocumentFilter): string[] {
  const wants = (status: DocumentStatus) => filter.statuses?.includes(status) ?? true;
  const keys: string[] = [];
  for (const { space_id: spaceId, drafts } of visible) {
    if (filter.space_ids && !filter.space_ids.includes(spaceId)) continue;
    if (wants('published')) keys.push(listKey(spaceId, 'published'));
    if (drafts && wants('draft')) keys.push(listKey(spaceId, 'draft'));
  }
  return keys;
}

/** Whether the filter asks for more than space and status, which the lists are divided by. */
function isNarrowing({ space_ids: _spaces, statuses: _statuses, ...more }: DocumentFilter): boolean {
  return Object.values(more).some((values) => values !== undefined);
}

/** A list that is read from its end; `left` items of it are not yet taken. */
interface Cursor {
  list: readonly DocumentHead[];
  left: number;
}

/** Items `offset` to `offset + limit` of the lists taken together, newest first. */
function mergedPage(
  lists: readonly (readonly DocumentHead[])[],
  limit: number,
  offset: number,
): DocumentHead[] {
  const cursors = lists.map((list) => ({ list, left: list.length }));
  skip(cursors, offset);
  const items: DocumentHead[] = [];
  while (items.length < limit) {
    const newest = cursorOfNewest(cursors, 1);
    const head = newest?.list[newest.left - 1];
    if (!newest || !head) break;
    items.push(head);
    newest.left -= 1;
  }
  return items;
}

/**
 * Passes over the newest `count` items in steps: of k lists, the one whose (count / k)-th item is newest has
 * that many items among the newest `count`, so they can be passed over at once. Deep pages cost a logarithm.
 */
function skip(cursors: readonly Cursor[], count: number): void {
  let remaining = count;
  while (remaining > 0) {
    const open = cursors.filter((cursor) => cursor.left > 0);
    const step = Math.max(1, Math.floor(remaining / Math.max(1, open.length)));
    const newest = cursorOfNewest(open, step);
    if (!newest) return;
    const taken = Math.min(step, newest.left);
    newest.left -= taken;
    remaining -= taken;
  }
}

/** The list whose `depth`-th item from the end (or its last one, when it is shorter) is the newest. */
function cursorOfNewest(cursors: readonly Cursor[], depth: number): Cursor | undefined {
  let best: Cursor | undefined;
  let bestHead: DocumentHead | undefined;
  for (const cursor of cursors) {
    const head = cursor.list[Math.max(0, cursor.left - depth)];
    if (cursor.left === 0 || !head) continue;
    if (bestHead && compareAge(head, bestHead) < 0) continue;
    best = cursor;
    bestHead = head;
  }
  return best;
}
