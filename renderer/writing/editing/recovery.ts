import type { RecoveryCopy } from './draft-session.ts';

const DATABASE = 'commonplace-writing';
const STORE = 'unsaved';
/** A copy that nobody came back for. */
const KEPT_MS = 30 * 86_400_000;

/**
 * Where a browser keeps the texts that are not saved yet, each under its person and page: another person at the same
 * browser is not offered them. A browser that keeps nothing, e.g. in a private window, is written in all the same.
 */
export async function readRecoveryCopy(userId: string, documentId: string): Promise<RecoveryCopy | null> {
  const copy = await withStore('readonly', (store) => store.get(keyOf(userId, documentId)));
  return isCopy(copy) && Date.now() - Date.parse(copy.at) < KEPT_MS ? copy : null;
}

/** Keeps a copy, or lets go of it. */
export async function keepRecoveryCopy(
  userId: string,
  documentId: string,
  copy: RecoveryCopy | null,
): Promise<void> {
  const key = keyOf(userId, documentId);
  await withStore('readwrite', (store): IDBRequest => (copy ? store.put(copy, key) : store.delete(key)));
}

function keyOf(userId: string, documentId: string): string {
  return `${userId}/${documentId}`;
}

/** Only this module writes there: what has its outer form is one. */
function isCopy(value: unknown): value is RecoveryCopy {
  return typeof value === 'object' && value !== null && 'base' in value && 'fields' in value && 'at' in value;
}

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('This browser keeps no unsaved texts.')));
  });
}

async function withStore(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  try {
    opened ??= open();
    const database = await opened;
    return await new Promise<unknown>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = use(transaction.objectStore(STORE));
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () => reject(new Error('The unsaved text could not be kept.')));
    });
  } catch {
    opened = undefined;
    return undefined;
  }
}
