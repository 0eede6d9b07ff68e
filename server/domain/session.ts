/** Which listener a session was opened on; the other one refuses its cookie (design §3). */
export type SessionListener = 'public' | 'local';

/** A browser that somebody signed in with. The cookie's secret itself is never stored (security T2, P5). */
export interface Session {
  id: string;
  user_id: string;
  listener: SessionListener;
  /** SHA-256 of the cookie's secret, hex. */
  secret_hash: string;
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
