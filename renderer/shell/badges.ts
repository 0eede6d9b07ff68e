import { useOperation } from '../client/operations.ts';
import type { BadgeName, Reader } from '../routing/screen.ts';

export type Badges = Readonly<Record<BadgeName, number>>;

/** Roles that are asked to review; which changes they may decide on is for the server to say. */
const REVIEWERS: ReadonlySet<string> = new Set(['approver', 'admin']);

/** What waits for this reader: changes to review, notifications that they have not read. */
export function useBadges({ account }: Reader): Badges {
  const reviews = useOperation(
    'change_requests.list',
    { state: 'pending', as: 'reviewer', limit: 1 },
    { enabled: REVIEWERS.has(account.role) },
  );
  const notifications = useOperation('notifications.list', { limit: 1 });
  return { reviews: reviews.data?.total ?? 0, notifications: notifications.data?.unread ?? 0 };
}
