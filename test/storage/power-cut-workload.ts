import type { FileSystem } from '../../server/storage/file-system.ts';
import type { DurableStore } from '../../server/storage/assembled-store.ts';
import { openStore, type OpenStoreOptions } from '../../server/storage/store.ts';
import { auditEntry, documentHead, fixedClock, quietLog, versionOf } from './builders.ts';
import type { CrashDisk } from './crash-disk.ts';

export const FOLDER = '/data';
const GONE = Infinity;

/** What a client knows: when it sent a change, and when it was told that the change is stored. */
export interface Change {
  /** Documents that the one commit changes together. */
  ids: string[];
  version: number;
  sentAt: number;
  acknowledgedAt: number | undefined;
}

export interface History {
  changes: Change[];
  /** When the workspace itself was there. */
  createdAt: number;
}

export const textOf = (id: string, version: number) =>
  `${id} at version ${version}\n`.repeat(40 + version * 7);

export function openOn(
  fileSystem: FileSystem,
  create = false,
  more: Partial<OpenStoreOptions> = {},
): Promise<DurableStore> {
  return openStore({
    folder: FOLDER,
    clock: fixedClock,
    log: quietLog,
    fileSystem,
    create,
    checkpointAfter: { records: 12, bytes: 1e9 },
    idleCheckpointMs: 3_600_000,
    ...more,
  });
}

/** Creates, changes and purges documents, alone, in pairs and in parallel, with checkpoints and a restart between. */
export async function runWorkload(
  disk: CrashDisk,
  fileSystem: FileSystem = disk.fileSystem,
  history: History = { changes: [], createdAt: 0 },
): Promise<History> {
  let store = await openOn(fileSystem, true);
  history.createdAt = disk.now;
  const change = (ids: string[], version: number) => commitChange(store, disk, history, ids, version);

  for (let version = 1; version <= 4; version += 1) {
    await change(['doc_a', 'doc_b'], version);
    await Promise.all(['doc_c', 'doc_d', 'doc_e'].map((id) => change([id], version)));
    store.auditLater(auditEntry('documents.read'));
  }
  await change(['doc_c'], GONE);
  await store.checkpoint();
  await Promise.all([change(['doc_a', 'doc_b'], 5), change(['doc_d'], 5), change(['doc_f'], 1)]);
  await change(['doc_f'], GONE);
  await store.close();

  store = await openOn(fileSystem);
  await Promise.all([change(['doc_a', 'doc_b'], 6), change(['doc_e'], 5)]);
  await store.checkpoint();
  await change(['doc_e'], 6);
  await store.close();
  return history;
}

/** Runs the workload in a program that is killed after so many operations; what it did stays as it was. */
export async function runUntilKilled(disk: CrashDisk, operations: number): Promise<History> {
  const history: History = { changes: [], createdAt: Infinity };
  try {
    await runWorkload(disk, killedAfter(disk, operations), history);
  } catch {
    // Whatever a program would answer to a disk that is gone, this one is.
  }
  return history;
}

/** A disk that answers nothing any more once so many operations were done on it. */
function killedAfter(disk: CrashDisk, operations: number): FileSystem {
  const check = () => {
    if (disk.now >= operations) throw new Error('killed');
  };
  const guarded = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return async (...call: unknown[]) => {
          check();
          const result: unknown = await Reflect.apply(member, target, call);
          return name === 'open' && typeof result === 'object' && result !== null ? guarded(result) : result;
        };
      },
    });
  return guarded(disk.fileSystem);
}

/** Starts the program again on the same disk, changes something, and ends it. */
export async function goOn(disk: CrashDisk, history: History): Promise<void> {
  const store = await openOn(disk.fileSystem).catch(() => openOn(disk.fileSystem, true));
  history.createdAt = Math.min(history.createdAt, disk.now);
  await commitChange(store, disk, history, ['doc_z'], 1);
  await store.close();
}

async function commitChange(
  store: DurableStore,
  disk: CrashDisk,
  history: History,
  ids: string[],
  version: number,
): Promise<void> {
  const change: Change = { ids, version, sentAt: disk.now, acknowledgedAt: undefined };
  history.changes.push(change);
  const tx = store.begin();
  for (const id of ids) {
    if (version === GONE) {
      tx.documents.delete(id);
      tx.versions.deleteAll(id);
    } else {
      const head = documentHead(id, version);
      tx.documents.put(head, textOf(id, version));
      tx.versions.put(versionOf(head, textOf(id, version)));
    }
  }
  tx.audit(auditEntry('change', { details: { change: history.changes.length - 1 } }));
  await tx.commit();
  change.acknowledgedAt = disk.now;
}

/** Opens what a power cut left, and says in what it breaks the promise of `security.md` §3. */
export async function violationsOf(image: CrashDisk, history: History, point: number): Promise<string[]> {
  let store: DurableStore;
  try {
    store = await openOn(image.fileSystem);
  } catch (error) {
    return point < history.createdAt ? [] : [`does not open: ${String(error)}`];
  }
  try {
    return await checkStore(store, history, point);
  } catch (error) {
    return [`cannot be read: ${String(error)}`];
  } finally {
    await store.close();
  }
}

async function checkStore(store: DurableStore, history: History, point: number): Promise<string[]> {
  const violations = store.damage.map((report) => `damage: ${report.file}: ${report.problem}`);
  if (store.readOnlyReason !== null) violations.push(`read-only: ${store.readOnlyReason}`);
  const entries = await store.audit({ limit: 1000 });
  const audited = new Set(entries.map((entry) => entry.details?.['change']));
  const { broken } = await store.verifyAudit();
  for (const { seq, problem } of broken) violations.push(`audit entry ${seq}: ${problem}`);
  for (const [number, change] of history.changes.entries()) {
    const acknowledged = change.acknowledgedAt !== undefined && change.acknowledgedAt <= point;
    if (acknowledged && !audited.has(number))
      violations.push(`change ${number} was acknowledged and is lost`);
    if (change.sentAt > point && audited.has(number)) violations.push(`change ${number} was never sent`);
  }
  for (const id of new Set(history.changes.flatMap((change) => change.ids))) {
    violations.push(...(await checkDocument(store, history, audited, id)));
  }
  return violations;
}

/** A document stands as the last change that has an audit entry left it: text, versions and all. */
async function checkDocument(
  store: DurableStore,
  history: History,
  audited: Set<unknown>,
  id: string,
): Promise<string[]> {
  const stored = history.changes.filter((change, number) => change.ids.includes(id) && audited.has(number));
  const expected = stored.at(-1)?.version ?? GONE;
  const head = store.tables.documents.get(id);
  if (expected === GONE) return head ? [`${id} should not be there`] : [];
  if (head?.version !== expected) return [`${id} has version ${head?.version} instead of ${expected}`];
  const violations: string[] = [];
  if ((await store.content('documents', id)) !== textOf(id, expected))
    violations.push(`${id} has another text`);
  for (let version = 1; version <= expected; version += 1) {
    const found = await store.version(id, version);
    if (found?.content !== textOf(id, version)) violations.push(`version ${version} of ${id} is not there`);
  }
  return violations;
}
