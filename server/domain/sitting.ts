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
  /** Set when somebody took its changes back; whatever the credential writes afterwards belongs to another sitting. */
  undone?: {
    at: string;
    /** User id. */
    by: string;
    /** Records whose state does not tell that they have been dealt with, e.g. documents that were put in the Trash. */
    ids: string[];
  };
}
