import { newId } from '../domain/identifier.ts';
import { SITTING_PAUSE_MS, type Sitting } from '../domain/sitting.ts';
import type { Logger } from '../log.ts';
import type { Sittings } from '../operations/define.ts';
import { TransactionConflict, type Store } from '../ports.ts';

/** Times of last writes are stored this often; a crash loses what came after. */
const WRITE_EVERY_MS = 60_000;
const ATTEMPTS = 5;

export interface SittingRecorder extends Sittings {
  /** Stores the times that are new. Never rejects: these times are not worth failing for. */
  flush(): Promise<void>;
}

/** The last write of a credential that this process knows of. */
interface LastWrite {
  id: string;
  at: string;
}

/**
 * Knows the running sitting of each credential. Only the write that begins one stores it; how long it goes on is kept
 * in memory and stored now and then, so that parallel writers of one token neither conflict nor pay. After a start
 * the stored time decides, and counts as late as it may have been: a crash rather continues a sitting than splits it.
 */
export function createSittings({ store, log }: { store: Store; log: Logger }): SittingRecorder {
  const lastWrites = new Map<string, LastWrite>();
  const unstored = new Set<string>();

  function running(credentialId: string, now: string): Sitting | undefined {
    const known = lastWrites.get(credentialId);
    const stored = known ? store.tables.sittings.get(known.id) : latestOf(store, credentialId);
    if (!stored || stored.undone) return undefined;
    const pause = Date.parse(now) - Date.parse(known?.at ?? stored.last_write_at);
    return pause < (known ? SITTING_PAUSE_MS : SITTING_PAUSE_MS + WRITE_EVERY_MS) ? stored : undefined;
  }

  async function write(): Promise<void> {
    if (unstored.size === 0 || store.readOnlyReason !== null) return;
    const written = [...unstored].flatMap((credentialId) => lastWrites.get(credentialId) ?? []);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        unstored.clear();
        await commitTimes(store, written);
        return;
      } catch (error) {
        for (const { id } of written) noteUnstored(id);
        if (error instanceof TransactionConflict && attempt < ATTEMPTS) continue;
        log.warn({ err: error }, 'times of sittings could not be stored; the next round tries again');
        return;
      }
    }
  }

  function noteUnstored(id: string): void {
    const sitting = store.tables.sittings.get(id);
    if (sitting) unstored.add(sitting.credential_id);
  }

  let writing = Promise.resolve();
  return {
    current(of, now) {
      const sitting = running(of.credential_id, now);
      return sitting
        ? { sitting, isNew: false }
        : { sitting: { id: newId('sitting'), ...of, started_at: now, last_write_at: now }, isNew: true };
    },
    wrote({ id, credential_id: credentialId, last_write_at: storedAt }, now) {
      const known = lastWrites.get(credentialId);
      if (known && known.at >= now) return;
      lastWrites.set(credentialId, { id, at: now });
      if (now > storedAt) unstored.add(credentialId);
    },
    lastWriteOf({ id, credential_id: credentialId, last_write_at: storedAt }) {
      const known = lastWrites.get(credentialId);
      return known?.id === id && known.at > storedAt ? known.at : storedAt;
    },
    flush() {
      writing = writing.then(write);
      return writing;
    },
  };
}

function latestOf(store: Store, credentialId: string): Sitting | undefined {
  let latest: Sitting | undefined;
  for (const sitting of store.tables.sittings.all()) {
    if (sitting.credential_id !== credentialId) continue;
    if (!latest || sitting.started_at > latest.started_at) latest = sitting;
  }
  return latest;
}

/** No audit entry: the writes themselves are what the audit log is about. */
async function commitTimes(store: Store, written: readonly LastWrite[]): Promise<void> {
  const tx = store.begin();
  for (const { id, at } of written) {
    const sitting = tx.sittings.get(id);
    if (sitting && sitting.last_write_at < at) tx.sittings.put({ ...sitting, last_write_at: at });
  }
  if (tx.hasChanges) await tx.commit();
}

/** Stores the times of sittings now and then. Close it before the store: what is new is stored then. */
export function keepSittings(sittings: SittingRecorder): { close(): Promise<void> } {
  const timer = setInterval(() => void sittings.flush(), WRITE_EVERY_MS);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await sittings.flush();
    },
  };
}
