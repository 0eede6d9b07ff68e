import type { PlannedPage } from './import-plan.ts';

/** A document of the space that is imported into. */
export interface ExistingPage {
  id: string;
  title: string;
  /** Id of the page that it is nested under, or null. */
  parent: string | null;
}

/**
 * Which planned pages the space has already: a page of the same title at the same place, which is under pages of the
 * same titles. Each existing page stands for one planned page at most.
 *
 * @returns by id of the planned page, the id of the existing one.
 */
export function findExistingPages(
  planned: readonly PlannedPage[],
  existing: readonly ExistingPage[],
): Map<string, string> {
  const idsByPlace = new Map<string, string[]>();
  for (const [id, place] of placesOf(existing)) {
    const ids = idsByPlace.get(place);
    if (ids) ids.push(id);
    else idsByPlace.set(place, [id]);
  }
  const found = new Map<string, string>();
  for (const [id, place] of placesOf(planned)) {
    const twin = idsByPlace.get(place)?.shift();
    if (twin !== undefined) found.set(id, twin);
  }
  return found;
}

/** The titles that lead to each page, from the top level down, by id. */
function placesOf(
  pages: readonly { id: string; title: string; parent?: string | null }[],
): Map<string, string> {
  const byId = new Map(pages.map((page) => [page.id, page]));
  return new Map(
    pages.map((page) => {
      const titles: string[] = [];
      const above = new Set<string>();
      for (let at: typeof page | undefined = page; at && !above.has(at.id); at = byId.get(at.parent ?? '')) {
        above.add(at.id);
        titles.unshift(at.title.trim());
      }
      return [page.id, JSON.stringify(titles)];
    }),
  );
}

/** The pages that are not there yet, nested under and linked to the existing ones where those stand in for others. */
export function withoutExisting(
  planned: readonly PlannedPage[],
  existing: ReadonlyMap<string, string>,
): readonly PlannedPage[] {
  if (existing.size === 0) return planned;
  const link = /\/documents\/(doc_[0-9a-z]+)/g;
  return planned
    .filter(({ id }) => !existing.has(id))
    .map((page) => ({
      ...page,
      content: page.content.replaceAll(link, (whole, id: string) => {
        const twin = existing.get(id);
        return twin === undefined ? whole : `/documents/${twin}`;
      }),
      ...(page.parent === undefined ? {} : { parent: existing.get(page.parent) ?? page.parent }),
    }));
}
