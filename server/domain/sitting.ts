/** A pause this long ends a sitting (decisions, "Sitting"). */
export const SITTING_PAUSE_MS = 30 * 60_000;

/** All writes of one connected app or token with pauses shorter than half an hour. */
export interface Sitting {
  id: string;
  user_id: string;
  credential_id: string;
  /** Name of the connected app or token. */
  client: string | null;
  started_at: string;
  /** As last written, a few minutes late at most. */
  last_write_at: string;
}
