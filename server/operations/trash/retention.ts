import type { Settings } from '../../domain/settings.ts';

const DAY_MS = 86_400_000;

/** When a document trashed at `at` is deleted for ever, or null when the Trash keeps everything. */
export function purgeTime(
  at: string,
  { trash_retention_days }: Pick<Settings, 'trash_retention_days'>,
): string | null {
  if (trash_retention_days === 0) return null;
  return new Date(Date.parse(at) + trash_retention_days * DAY_MS).toISOString();
}
