import type { PersonalToken } from '../domain/personal-token.ts';
import type { Logger } from '../log.ts';
import type { LastUsed } from '../operations/define.ts';
import { TransactionConflict, type Store } from '../ports.ts';

/** Last-used times are written at most this often (security T5: "flushed ≤ 60 s"). */
const WRITE_EVERY_MS = 60_000;
const ATTEMPTS = 5;

export interface LastUsedRecorder extends LastUsed {
  /** Writes what is new. Never rejects: these times are not worth failing for. */
  flush(): Promise<void>;
  /** Writes what is new and stops the timer. Call it before the store is closed. */
  close(): Promise<void>;
}

/** What is written of a credential's uses. */
type Uses = Required<Pick<PersonalToken, 'last_used_at'>> & Pick<PersonalToken, 'connector_called_at'>;

export interface LastUsedOptions {
  store: Store;
  log: Logger;
  writeEveryMs?: number;
}

/**
 * Keeps the time of each token's and app's last use in memory and writes it to their records now and then, so that a
 * read never costs a flush to disk. A crash loses at most the last minute of it (security §3, "not covered").
 */
export function createLastUsed({
  store,
  log,
  writeEveryMs = WRITE_EVERY_MS,
}: LastUsedOptions): LastUsedRecorder {
  const unwritten = new Map<string, Uses>();
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    if (unwritten.size === 0 || store.readOnlyReason !== null) return;
    const batch = new Map(unwritten);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        await commitTimes(store, batch);
        break;
      } catch (error) {
        if (error instanceof TransactionConflict && attempt < ATTEMPTS) continue;
        log.warn({ err: error }, 'last-used times could not be written; the next round tries again');
        return;
      }
    }
    for (const [id, uses] of batch) {
      if (unwritten.get(id) === uses) unwritten.delete(id);
    }
  }

  function note(id: string, uses: Uses): void {
    unwritten.set(id, { ...unwritten.get(id), ...uses });
  }

  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  const timer = setInterval(() => void flush(), writeEveryMs);
  timer.unref();

  return {
    touch(id, now) {
      if (unwritten.get(id)?.last_used_at !== now) note(id, { last_used_at: now });
    },
    of: (id) => unwritten.get(id)?.last_used_at ?? writtenTime(store, id),
    touchConnector: (id, now) => note(id, { last_used_at: now, connector_called_at: now }),
    connectorCallOf: (id) => unwritten.get(id)?.connector_called_at ?? writtenCall(store, id),
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** No audit entry: the uses themselves are what the audit log is about. */
async function commitTimes(store: Store, times: ReadonlyMap<string, Uses>): Promise<void> {
  const tx = store.begin();
  for (const [id, uses] of times) {
    const token = tx.tokens.get(id);
    if (token && token.revoked_at === null) tx.tokens.put({ ...token, ...uses });
    const app = tx.connected_apps.get(id);
    if (app && app.disconnected_at === null)
      tx.connected_apps.put({ ...app, last_used_at: uses.last_used_at });
  }
  if (tx.hasChanges) await tx.commit();
}

/** Each kind of credential has ids of its own. */
function writtenTime({ tables }: Store, credentialId: string): string | null {
  const record = tables.tokens.get(credentialId) ?? tables.connected_apps.get(credentialId);
  return record?.last_used_at ?? null;
}

function writtenCall({ tables }: Store, tokenId: string): string | null {
  return tables.tokens.get(tokenId)?.connector_called_at ?? null;
}

/** For work that uses no tokens, such as a command on a folder that no server runs on. */
export function createIdleLastUsed(store: Store): LastUsed {
  return {
    touch() {},
    of: (credentialId) => writtenTime(store, credentialId),
    touchConnector() {},
    connectorCallOf: (tokenId) => writtenCall(store, tokenId),
  };
}
