import type { Sitting } from '../../domain/sitting.ts';
import type { Transaction } from '../../ports.ts';
import type { Actor, CurrentSitting, Services } from '../define.ts';

/** The sitting that one attempt at an operation belongs to, should it write. */
export interface JoinedSitting {
  /** Null for what people do themselves, without an app or a token. */
  id: () => string | null;
  /** Sees to it that a new sitting is stored with the write that begins it. Call it before the commit. */
  stage(tx: Transaction): void;
  /** Notes that the write is durable. */
  wrote(): void;
}

/**
 * "All writes of one connected app (or token) with pauses shorter than 30 minutes" (decisions, "Sitting"). Looked up
 * when it is first asked for, so that reads pay nothing.
 */
export function joinSitting(
  { sittings }: Pick<Services, 'sittings'>,
  actor: Actor,
  now: string,
): JoinedSitting {
  const of = credentialOf(actor);
  let found: CurrentSitting | undefined;
  const current = () => (of ? (found ??= sittings.current(of, now)) : undefined);
  return {
    id: () => current()?.sitting.id ?? null,
    stage(tx) {
      const joined = current();
      if (!joined?.isNew) return;
      // Of two writes that begin a sitting in the same moment one runs again and finds the other's.
      tx.claim(`sitting:${joined.sitting.credential_id}`);
      tx.sittings.put(joined.sitting);
    },
    wrote() {
      if (found) sittings.wrote(found.sitting, now);
    },
  };
}

function credentialOf({
  user_id,
  credential,
}: Actor): Pick<Sitting, 'credential_id' | 'user_id' | 'client'> | undefined {
  if (user_id === null) return undefined;
  if (credential.kind !== 'personal_token' && credential.kind !== 'connected_app') return undefined;
  return { credential_id: credential.id, user_id, client: credential.name };
}
