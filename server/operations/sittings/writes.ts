import type { AuditEntry } from '../../domain/audit-entry.ts';
import type { Sitting } from '../../domain/sitting.ts';
import type { OperationContext } from '../define.ts';

/** A write that begins in the same moment as its sitting may bear a time just before it. */
const BEFORE_START_MS = 60_000;

/** More writes than this are not looked at: what they changed is not found again, and nobody's memory is filled. */
export const MOST_WRITES = 100_000;

/** The earliest time that a write of the sitting can bear, RFC 3339. */
export function startOf({ started_at: startedAt }: Pick<Sitting, 'started_at'>): string {
  return new Date(Date.parse(startedAt) - BEFORE_START_MS).toISOString();
}

export interface Write {
  action: string;
  at: string;
  target: NonNullable<AuditEntry['target']>;
}

/** What sittings wrote, oldest first, by sitting. One walk through the log, however many they are. */
export async function writesOf(
  { services }: Pick<OperationContext, 'services'>,
  sittings: readonly Sitting[],
): Promise<Map<string, Write[]>> {
  const writes = new Map<string, Write[]>(sittings.map(({ id }) => [id, []]));
  const [oldest] = sittings.map(startOf).toSorted();
  if (oldest === undefined) return writes;
  const entries = await services.store.audit({
    sittings: [...writes.keys()],
    since: oldest,
    limit: MOST_WRITES,
  });
  for (const { sitting, action, at, target } of entries.toReversed()) {
    if (sitting !== undefined && target !== null) writes.get(sitting)?.push({ action, at, target });
  }
  return writes;
}
