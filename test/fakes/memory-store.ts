import { createHash, randomUUID } from 'node:crypto';
import { isAboutSitting, type AuditEntry, type ChainedAuditEntry } from '../../server/domain/audit-entry.ts';
import type {
  AppliedChange,
  AuditQuery,
  CollectionName,
  FiledName,
  HeadRecords,
  ReadableTable,
  Store,
} from '../../server/ports.ts';
import { byCollection } from '../../server/storage/layout.ts';
import { trusted } from '../../server/storage/trusted.ts';
import { createMemoryTransaction, type MemoryState } from './memory-transaction.ts';

/** A store without a disk: all rules of `Store`, conflicts and listeners included, nothing survives it. */
export interface MemoryStore extends Store {
  /** Puts records without a transaction, for tests that need a starting point; no listener hears of it. */
  seed<Name extends CollectionName>(collection: Name, record: HeadRecords[Name], content?: string): void;
}

type Listener = Parameters<Store['onApplied']>[0];

export function createMemoryStore(): MemoryStore {
  const state: MemoryState = {
    tables: trusted<MemoryState['tables']>(byCollection(() => new Map())),
    contents: new Map(),
    versions: new Map(),
    claims: new Map(),
    inFlight: new Set(),
    revision: 0,
  };
  const entries: ChainedAuditEntry[] = [];
  const listeners: Listener[] = [];
  let isClosed = false;

  function appendAudit(entry: AuditEntry): void {
    const seq = entries.length + 1;
    entries.push({ ...entry, seq, mac: chainedMac(entries.at(-1)?.mac ?? '', seq, entry) });
  }

  async function announce(changes: readonly AppliedChange[]): Promise<void> {
    await Promise.all(listeners.map(async (listener) => listener(changes)));
  }

  return {
    tables: readableTables(state),
    content: async (collection, id) => state.contents.get(contentKey(collection, id)) ?? '',
    version: async (documentId, version) => state.versions.get(documentId)?.get(version),
    begin() {
      if (isClosed) throw new Error('The store is closed.');
      return createMemoryTransaction(state, { appendAudit, announce });
    },
    auditLater: appendAudit,
    audit: async (query) => selectEntries(entries, query),
    async verifyAudit() {
      return { entries: entries.length, broken: brokenEntries(entries) };
    },
    onApplied: (listener) => void listeners.push(listener),
    damage: [],
    readOnlyReason: null,
    loss: null,
    instanceId: randomUUID(),
    schemaVersion: 1,
    verifyFiles: async () => ({ checked: 0, damage: [] }),
    checkpoint: async () => undefined,
    async close() {
      isClosed = true;
    },
    seed(collection, record, content) {
      const table: Map<string, HeadRecords[typeof collection]> = state.tables[collection];
      table.set(record.id, record);
      state.revision += 1;
      if (content !== undefined && isFiled(collection)) {
        state.contents.set(contentKey(collection, record.id), content);
      }
    },
  };
}

export function contentKey(collection: FiledName, id: string): string {
  return `${collection} ${id}`;
}

function isFiled(collection: CollectionName): collection is FiledName {
  return collection === 'documents' || collection === 'change_requests';
}

function readable<T>(table: ReadonlyMap<string, T>, state: MemoryState): ReadableTable<T> {
  return {
    get: (id) => table.get(id),
    all: () => table.values(),
    get size() {
      return table.size;
    },
    get revision() {
      return state.revision;
    },
  };
}

function readableTables(state: MemoryState): Store['tables'] {
  return trusted<Store['tables']>(byCollection((name) => readable<unknown>(state.tables[name], state)));
}

function chainedMac(previous: string, seq: number, entry: AuditEntry): string {
  return createHash('sha256')
    .update(previous)
    .update(JSON.stringify({ ...entry, seq }))
    .digest('hex');
}

function brokenEntries(entries: readonly ChainedAuditEntry[]): { seq: number; problem: string }[] {
  let previous = '';
  const broken: { seq: number; problem: string }[] = [];
  for (const { mac, seq, ...entry } of entries) {
    if (chainedMac(previous, seq, entry) !== mac) broken.push({ seq, problem: 'does not fit the chain' });
    previous = mac;
  }
  return broken;
}

function selectEntries(entries: readonly ChainedAuditEntry[], query: AuditQuery): ChainedAuditEntry[] {
  return entries
    .filter(
      (entry) =>
        (query.since === undefined || entry.at >= query.since) &&
        (query.until === undefined || entry.at <= query.until) &&
        (query.user_id === undefined || entry.user_id === query.user_id) &&
        (query.action === undefined || entry.action === query.action) &&
        (query.via === undefined || entry.via === query.via) &&
        (query.credential_id === undefined || entry.credential_id === query.credential_id) &&
        (query.sittings === undefined || query.sittings.some((id) => isAboutSitting(entry, id))) &&
        (query.before_seq === undefined || entry.seq < query.before_seq),
    )
    .toReversed()
    .slice(0, query.limit);
}
