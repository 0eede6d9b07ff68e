/** Which listener a session was opened on; the other one refuses its cookie (design §3). */
export type SessionListener = 'public' | 'local';

/** A browser that somebody signed in with. The cookie's secret itself is never stored (security T2, P5). */
export interface Session {
  id: string;
  user_id: string;
  listener: SessionListener;
  /** SHA-256 of the cookie's secret, hex. */
  secret_hash: string;
  /**
   * SHA-256 of the secret by which the browser is known again after it was signed out, hex: its tries to sign in are
   * counted apart from those of strangers (security P3). Null where nobody types a password.
   */
  browser_hash: string | null;
  /** What the browser calls itself, in a few words for its owner. */
  device: string;
  ip: string | null;
  created_at: string;
  /** As last written, a few minutes late at most. */
  last_seen_at: string;
  /** The end whatever happens; idleness may end it sooner. */
  expires_at: string;
  /** Set when the session was ended: signed out, killed, or the password was changed. */
  ended_at: string | null;
}

/** Security P5. */
export const SESSION_LIFETIME_MS = 7 * 86_400_000;
export const SESSION_IDLE_MS = 12 * 3_600_000;

/**
 * Whether a session still signs anybody in.
 *
 * @param now milliseconds since 1970
 * @param lastSeen the same, when something newer than the record is known
 */
export function isStanding(
  session: Session,
  now: number,
  lastSeen = Date.parse(session.last_seen_at),
): boolean {
  return (
    session.ended_at === null && now < Date.parse(session.expires_at) && now - lastSeen < SESSION_IDLE_MS
  );
}
