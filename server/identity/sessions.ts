import { z } from 'zod';
import { isStanding, type Session } from '../domain/session.ts';
import { hashToken, parseSecret } from '../domain/token-secret.ts';
import type { User } from '../domain/user.ts';
import type { Services } from '../operations/define.ts';
import { TransactionConflict } from '../ports.ts';
import { judgedOnce, mayAct } from './authenticate.ts';

/** The record says this much too little at most. */
const WRITE_AFTER_MS = 5 * 60_000;
const ATTEMPTS = 5;

export interface Sessions {
  /** Who is signed in with a cookie's secret; undefined for anything else, whatever is wrong with it. Notes the use. */
  find(secret: string): { session: Session; user: User } | undefined;
  /** Waits for what is being written. Call it before the store is closed. */
  close(): Promise<void>;
}

/** Anything missing, unknown or of another kind means no (security T6). */
const isWhole = judgedOnce(() =>
  z.object({
    id: z.string().min(1),
    user_id: z.string().min(1),
    secret_hash: z.string().regex(/^[0-9a-f]{64}$/),
    browser_hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
    listener: z.enum(['public', 'local']),
    last_seen_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    ended_at: z.null(),
  }),
);

/**
 * Sessions of one listener, resolved at each request (security P5): ended, idle for 12 hours, 7 days old, or of
 * somebody who was disabled, and the cookie is worth nothing from that request on. When a session was last seen is
 * known exactly while the program runs and written every five minutes, so that no page costs a flush.
 */
export function createSessions(
  { store, views, clock, log }: Pick<Services, 'store' | 'views' | 'clock' | 'log'>,
  listener: Session['listener'],
): Sessions {
  const seen = new Map<string, number>();
  let writing = Promise.resolve();

  function lastSeen(session: Session): number {
    return Math.max(seen.get(session.id) ?? 0, Date.parse(session.last_seen_at));
  }

  function note(session: Session, now: number): void {
    seen.set(session.id, now);
    if (now - Date.parse(session.last_seen_at) < WRITE_AFTER_MS || store.readOnlyReason !== null) return;
    writing = writing
      .then(() => write(session.id))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'when a session was last seen could not be written');
      });
  }

  async function write(id: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const tx = store.begin();
      const session = tx.sessions.get(id);
      const at = seen.get(id);
      if (!session || session.ended_at !== null || at === undefined) return;
      if (at - Date.parse(session.last_seen_at) < WRITE_AFTER_MS) return;
      tx.sessions.put({ ...session, last_seen_at: new Date(at).toISOString() });
      try {
        await tx.commit();
        return;
      } catch (error) {
        if (!(error instanceof TransactionConflict) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  store.onApplied((changes) => {
    for (const { collection, before, after } of changes) {
      const isOver = collection === 'sessions' && (after === undefined || after.ended_at !== null);
      if (isOver && before) seen.delete(before.id);
    }
  });

  return {
    find(secret) {
      const parsed = parseSecret('session', secret);
      const session = parsed === undefined ? undefined : views.sessionByHash(hashToken(parsed));
      if (!session || !isWhole(session) || session.listener !== listener) return undefined;
      const now = clock.now();
      if (!isStanding(session, now, lastSeen(session))) return undefined;
      const user = store.tables.users.get(session.user_id);
      if (!user || !mayAct(user)) return undefined;
      note(session, now);
      return { session, user };
    },
    close: () => writing,
  };
}
