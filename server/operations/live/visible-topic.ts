import { isAtLeast } from '../../domain/role.ts';
import type { LiveTopic } from '../../live-topics.ts';
import type { Services } from '../define.ts';
import type { VisibleChange } from './visible-change.ts';

/** What an announcement tells a person: admins, whose pages show such things, and nobody else (security A3). */
export function visibleTopic(
  { store }: Pick<Services, 'store'>,
  userId: string,
  topic: LiveTopic,
): VisibleChange | null {
  const user = store.tables.users.get(userId);
  if (!user || user.disabled || !isAtLeast(user.role, 'admin')) return null;
  return { collections: [topic], documents: [] };
}
