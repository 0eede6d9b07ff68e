import type { AuditEntry } from '../../server/domain/audit-entry.ts';
import type { Version } from '../../server/domain/document.ts';
import {
  TransactionConflict,
  type AppliedChange,
  type CollectionName,
  type FiledName,
  type FiledTable,
  type HeadRecords,
  type ResidentTables,
  type Table,
  type Transaction,
  type VersionTable,
} from '../../server/ports.ts';
import { RESIDENT_NAMES } from '../../server/storage/layout.ts';
import { trusted } from '../../server/storage/trusted.ts';

export interface MemoryState {
  tables: { [Name in CollectionName]: Map<string, HeadRecords[Name]> };
  /** Texts by `<collection> <id>`. */
  contents: Map<string, string>;
  versions: Map<string, Map<number, Version>>;
  /** How often each key was claimed. */
  claims: Map<string, number>;
  /** Records and claims of commits that are being announced and not yet answered. */
  inFlight: Set<string>;
  /** How often any record was changed. */
  revision: number;
}

interface Effects {
  appendAudit(entry: AuditEntry): void;
  announce(changes: readonly AppliedChange[]): Promise<void>;
}

/** What the transaction saw, by key: at commit each must still be so. */
type Seen = Map<string, { remembered: unknown; current: () => unknown }>;

interface Staged {
  key: string;
  apply(): AppliedChange;
}

/** One optimistic transaction on the memory state; see `Transaction` for the rules. */
export function createMemoryTransaction(state: MemoryState, effects: Effects): Transaction {
  const seen: Seen = new Map();
  const staged = new Map<string, Staged>();
  const stagedContents = new Map<string, string>();
  const versionChanges: (() => void)[] = [];
  const stagedVersions = new Map<string, Version>();
  const entries: AuditEntry[] = [];

  function remember(key: string, current: () => unknown): void {
    if (!seen.has(key)) seen.set(key, { remembered: current(), current });
  }

  function tableOf<Name extends CollectionName>(name: Name) {
    type Item = HeadRecords[Name];
    const records: Map<string, Item> = state.tables[name];
    const own = new Map<string, Item | undefined>();
    const stage = (id: string, record: Item | undefined, content?: string) => {
      const key = `${name} ${id}`;
      remember(key, () => records.get(id));
      own.set(id, record);
      if (content !== undefined) stagedContents.set(key, content);
      staged.set(key, { key, apply: () => applyRecord(state, name, id, record, stagedContents.get(key)) });
    };
    return {
      get(id: string): Item | undefined {
        remember(`${name} ${id}`, () => records.get(id));
        return own.has(id) ? own.get(id) : records.get(id);
      },
      put: (record: Item, content?: string) => stage(record.id, record, content),
      delete: (id: string) => stage(id, undefined),
    };
  }

  const resident = <Name extends CollectionName>(name: Name): Table<HeadRecords[Name]> => tableOf(name);
  const filed = <Name extends FiledName>(name: Name): FiledTable<HeadRecords[Name]> => ({
    ...tableOf(name),
    content: async (id) => {
      const key = `${name} ${id}`;
      return stagedContents.get(key) ?? state.contents.get(key) ?? '';
    },
  });

  const versions: VersionTable = {
    get: async (documentId, version) =>
      stagedVersions.get(`${documentId} ${version}`) ?? state.versions.get(documentId)?.get(version),
    put(version) {
      stagedVersions.set(`${version.document_id} ${version.version}`, version);
      versionChanges.push(() => {
        const known = state.versions.get(version.document_id) ?? new Map<number, Version>();
        state.versions.set(version.document_id, known.set(version.version, version));
      });
    },
    deleteAll: (documentId) => void versionChanges.push(() => state.versions.delete(documentId)),
  };

  async function commit(): Promise<void> {
    const held = [...seen.keys()].find((key) => state.inFlight.has(key));
    if (staged.size > 0 && held !== undefined) {
      await new Promise((resolve) => setImmediate(resolve));
      throw new TransactionConflict(held);
    }
    for (const [key, { remembered, current }] of seen) {
      if (current() !== remembered) throw new TransactionConflict(key);
    }
    const changes = [...staged.values()].map((change) => change.apply());
    for (const apply of versionChanges) apply();
    for (const key of seen.keys()) {
      if (isClaim(key)) state.claims.set(key, (state.claims.get(key) ?? 0) + 1);
    }
    for (const entry of entries) effects.appendAudit(entry);
    if (changes.length === 0) return;
    const keys = [...[...staged.values()].map(({ key }) => key), ...[...seen.keys()].filter(isClaim)];
    for (const key of keys) state.inFlight.add(key);
    try {
      await effects.announce(changes);
    } finally {
      for (const key of keys) state.inFlight.delete(key);
    }
  }

  const residents = trusted<ResidentTables>(
    Object.fromEntries(RESIDENT_NAMES.map((name) => [name, resident(name)])),
  );

  return {
    ...residents,
    documents: filed('documents'),
    change_requests: filed('change_requests'),
    versions,
    claim(key) {
      remember(`claim ${key}`, () => state.claims.get(`claim ${key}`) ?? 0);
    },
    audit: (entry) => void entries.push(entry),
    get hasChanges() {
      return staged.size > 0 || versionChanges.length > 0;
    },
    commit,
  };
}

function isClaim(key: string): boolean {
  return key.startsWith('claim ');
}

function applyRecord<Name extends CollectionName>(
  state: MemoryState,
  collection: Name,
  id: string,
  after: HeadRecords[Name] | undefined,
  content: string | undefined,
): AppliedChange {
  const table: Map<string, HeadRecords[Name]> = state.tables[collection];
  const before = table.get(id);
  const key = `${collection} ${id}`;
  state.revision += 1;
  if (after) table.set(id, after);
  else {
    table.delete(id);
    state.contents.delete(key);
  }
  if (after && content !== undefined) state.contents.set(key, content);
  const change = { collection, before, after, ...(content === undefined ? {} : { content }) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- name and records belong together by `Name`, which a union cannot say
  return change as unknown as AppliedChange;
}
