/** A page that this reader looked at in this browser. */
export interface RecentPage {
  id: string;
  title: string;
  space: string;
}

const MOST = 8;
const keyOf = (accountId: string) => `commonplace.recent-pages.${accountId}`;

/** What the reader looked at, the last first. Whatever cannot be read counts as nothing. */
export function recentPages(accountId: string): readonly RecentPage[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecentPage) : [];
  } catch {
    return [];
  }
}

/** Puts a page first. A browser that keeps nothing is no reason to fail. */
export function noteRecentPage(accountId: string, page: RecentPage): void {
  const others = recentPages(accountId).filter(({ id }) => id !== page.id);
  try {
    localStorage.setItem(keyOf(accountId), JSON.stringify([page, ...others].slice(0, MOST)));
  } catch {
    // Private windows may refuse.
  }
}

function isRecentPage(value: unknown): value is RecentPage {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, space }: Partial<Record<keyof RecentPage, unknown>> = value;
  return typeof id === 'string' && typeof title === 'string' && typeof space === 'string';
}
