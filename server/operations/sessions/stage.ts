import { z } from 'zod';
import { newId } from '../../domain/identifier.ts';
import { isStanding, SESSION_LIFETIME_MS, type Session } from '../../domain/session.ts';
import { mintSecret } from '../../domain/token-secret.ts';
import type { OperationContext } from '../define.ts';

const DAY_MS = 86_400_000;
/** So long an ended session is kept: by it a browser is known again (security P3). */
const KEPT_MS = 90 * DAY_MS;
/** So many of a person's sessions are kept, whatever their age. */
const KEPT = 50;

/** Which browser signs in, found out by the face. */
export const browserSchema = z.strictObject({
  listener: z.enum(['public', 'local']),
  device: z.string().min(1).max(100),
  /** SHA-256 of the secret by which it will be known again, hex. */
  browser_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .default(null),
  /** The session that this browser had until now, which ends. */
  previous_session_id: z.string().max(64).nullable().default(null),
});

export const openedSchema = z.object({
  session_id: z.string(),
  /** For the cookie; it is stored nowhere. */
  secret: z.string(),
});

/**
 * Opens a session for the acting person, always with a new id and secret (security P5), and removes what is left of
 * their oldest ones.
 */
export function stageSession(
  context: OperationContext,
  { listener, device, browser_hash, previous_session_id }: z.output<typeof browserSchema>,
): z.output<typeof openedSchema> {
  const { tx, user, actor, now } = context;
  claimSessionsOf(context, user.id);
  const previous = previous_session_id === null ? undefined : tx.sessions.get(previous_session_id);
  if (previous?.ended_at === null) tx.sessions.put({ ...previous, ended_at: now });
  forgetOldSessions(context);
  const { secret, hash } = mintSecret('session');
  const session: Session = {
    id: newId('session'),
    user_id: user.id,
    listener,
    secret_hash: hash,
    browser_hash,
    device,
    ip: actor.ip,
    created_at: now,
    last_seen_at: now,
    expires_at: new Date(Date.parse(now) + SESSION_LIFETIME_MS).toISOString(),
    ended_at: null,
  };
  tx.sessions.put(session);
  return { session_id: session.id, secret };
}

/** Ends every session of a person but one, also those that are being opened at this moment. Returns how many. */
export function endSessionsOf(context: OperationContext, userId: string, exceptId?: string): number {
  claimSessionsOf(context, userId);
  let ended = 0;
  for (const { id } of context.services.views.sessionsOf(userId)) {
    const session = context.tx.sessions.get(id);
    if (!session || session.ended_at !== null || id === exceptId) continue;
    context.tx.sessions.put({ ...session, ended_at: context.now });
    if (isStanding(session, Date.parse(context.now))) ended += 1;
  }
  return ended;
}

/** Of somebody who opens a session and somebody who ends all of them, one comes first. */
function claimSessionsOf({ tx }: OperationContext, userId: string): void {
  tx.claim(`sessions:${userId}`);
}

function forgetOldSessions({ tx, user, services, now }: OperationContext): void {
  const before = Date.parse(now) - KEPT_MS;
  // The lists are in order of creation, newest first.
  for (const [place, session] of services.views.sessionsOf(user.id).entries()) {
    const isOld = place >= KEPT - 1 || Date.parse(session.expires_at) < before;
    if (isOld) tx.sessions.delete(session.id);
  }
}
