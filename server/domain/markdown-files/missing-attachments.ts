import { isId } from '../identifier.ts';
import type { PlannedAttachment } from './import-plan.ts';

const ADDRESS = /\/attachments\/(att_[0-9a-z]+)\/([^\s)>"'\]]+)/g;

/**
 * The pictures that a page of an earlier import shows and does not have, because that import was stopped, under the
 * ids with which its text shows them. A planned picture is told by the last part of its address, and several of one
 * name by their order; where somebody has added or removed one of that name, nothing says which is which, and none
 * is given.
 *
 * @param planned text of the page as it is planned now
 * @param existing text of the page as it is
 * @param attachments planned for the page
 * @param present ids of what the existing page has
 */
export function missingAttachments(
  planned: string,
  existing: string,
  attachments: readonly PlannedAttachment[],
  present: ReadonlySet<string>,
): PlannedAttachment[] {
  const plannedNames = idsByName(planned);
  const shownNames = idsByName(existing);
  const twins = new Map<string, string>();
  for (const [name, ids] of plannedNames) {
    const shown = shownNames.get(name) ?? [];
    if (shown.length !== ids.length) continue;
    ids.forEach((id, at) => twins.set(id, shown[at] ?? ''));
  }
  return attachments.flatMap((attachment) => {
    const id = twins.get(attachment.id);
    const isMissing = id !== undefined && isId('attachment', id) && !present.has(id);
    return isMissing ? [{ ...attachment, id }] : [];
  });
}

/** Ids of the attachments that a text shows, in their order, by the last part of their addresses. */
function idsByName(text: string): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const [, id = '', name = ''] of text.matchAll(ADDRESS)) {
    const ids = found.get(name) ?? new Set();
    found.set(name, ids.add(id));
  }
  return new Map([...found].map(([name, ids]) => [name, [...ids]]));
}
