import type { AuditEntry } from '../domain/audit-entry.ts';
import type { Version } from '../domain/document.ts';
import {
  TransactionConflict,
  type CollectionName,
  type FiledName,
  type FiledTable,
  type HeadRecords,
  type ResidentName,
  type Table,
  type Transaction,
  type VersionTable,
} from '../ports.ts';
import type { Contents } from './contents.ts';
import { byCollection } from './layout.ts';
import type { Memory } from './memory.ts';
import { isFiledName, keyOf, type AnyRecord, type CommitBody, type RecordChange } from './records.ts';
import { versionKey } from './unfiled.ts';
import { trusted } from './trusted.ts';

/** What a transaction hands over to be committed. */
export interface StagedCommit {
  /** Every record that it read or changed, as it was then. */
  seen: ReadonlyMap<string, SeenRecord>;
  /** Keys of the records that it changes. */
  changedKeys: Iterable<string>;
  claims: ReadonlySet<string>;
  /** Journal record up to which changes were applied when it began. */
  beganAt: number;
  body: CommitBody;
  audit: readonly AuditEntry[];
}

export interface SeenRecord {
  collection: CollectionName;
  id: string;
  record: AnyRecord | undefined;
}

export interface TransactionContext {
  memory: Memory;
  contents: Contents;
  appliedSeq(): number;
  commit(staged: StagedCommit): Promise<void>;
}

/** What a transaction has of its own, beside what it inherits. */
interface OwnMembers {
  readonly made: Map<CollectionName, object>;
  make(collection: CollectionName): object;
  isChanged(): boolean;
}

/**
 * What a transaction inherits, because every request begins one: its tables, each made when it is first asked for, as
 * most touch four of eighteen; and what is worked out when asked, which costs a lot where each object has its own.
 */
const INHERITED = Object.defineProperties(
  {},
  {
    ...byCollection((name) => ({
      get(this: OwnMembers) {
        let table = this.made.get(name);
        if (!table) this.made.set(name, (table = this.make(name)));
        return table;
      },
    })),
    hasChanges: {
      get(this: OwnMembers) {
        return this.isChanged();
      },
    },
  },
);

/** What a transaction is to write. */
interface Staged {
  changes: Map<string, RecordChange>;
  versions: Map<string, Version>;
  purged: Set<string>;
  claims: Set<string>;
  audit: AuditEntry[];
}

/** See `Transaction`: nothing that happens here is seen outside before `commit`. */
export function beginTransaction(context: TransactionContext): Transaction {
  const seen = new Map<string, SeenRecord>();
  const beganAt = context.appliedSeq();
  // Most transactions only read, and never have any.
  let staged: Staged | undefined;
  const writes = (): Staged => (staged ??= nothingStaged());

  function see(collection: CollectionName, id: string): AnyRecord | undefined {
    const key = keyOf(collection, id);
    const known = seen.get(key);
    if (known) return known.record;
    const record = context.memory.map(collection).get(id);
    seen.set(key, { collection, id, record });
    return record;
  }

  function get(collection: CollectionName, id: string): AnyRecord | undefined {
    const before = see(collection, id);
    const change = staged?.changes.get(keyOf(collection, id));
    return change ? (change.record ?? undefined) : before;
  }

  function stage(collection: CollectionName, id: string, record: AnyRecord | null, content?: string): void {
    see(collection, id);
    const { changes } = writes();
    const key = keyOf(collection, id);
    const text = content ?? changes.get(key)?.content;
    changes.set(key, { collection, id, record, ...(text !== undefined && { content: text }) });
  }

  async function readContent(collection: FiledName, id: string): Promise<string> {
    const change = staged?.changes.get(keyOf(collection, id));
    if (change?.content !== undefined) return change.content;
    if (get(collection, id) === undefined) return '';
    const text = await context.contents.read(collection, id);
    // The text belongs to the head that this transaction saw, or the two would not fit together.
    if (context.memory.map(collection).get(id) !== see(collection, id)) {
      throw new TransactionConflict(keyOf(collection, id));
    }
    return text;
  }

  function table<Name extends ResidentName>(name: Name): Table<HeadRecords[Name]> {
    return {
      get: (id) => trusted<HeadRecords[Name] | undefined>(get(name, id)),
      put: (record) => stage(name, record.id, record),
      delete: (id) => stage(name, id, null),
    };
  }

  function filedTable<Name extends FiledName>(name: Name): FiledTable<HeadRecords[Name]> {
    return {
      get: (id) => trusted<HeadRecords[Name] | undefined>(get(name, id)),
      // A new record has a text from the start, if only an empty one.
      put: (record, text) => stage(name, record.id, record, text ?? (get(name, record.id) ? undefined : '')),
      // The empty text sees to it that a record which is put again does not find the old one.
      delete: (id) => stage(name, id, null, ''),
      content: (id) => readContent(name, id),
    };
  }

  const versionTable: VersionTable = {
    async get(documentId, version) {
      const own = staged?.versions.get(versionKey(documentId, version));
      if (own || staged?.purged.has(documentId)) return own;
      return context.contents.version(documentId, version);
    },
    put: (version) => void writes().versions.set(versionKey(version.document_id, version.version), version),
    deleteAll(documentId) {
      const { versions, purged } = writes();
      for (const [key, version] of versions) if (version.document_id === documentId) versions.delete(key);
      purged.add(documentId);
    },
  };

  return trusted<Transaction>({
    __proto__: INHERITED,
    made: new Map<CollectionName, object>(),
    make: (name: CollectionName) => (isFiledName(name) ? filedTable(name) : table(name)),
    versions: versionTable,
    claim: (key: string) => void writes().claims.add(key),
    audit: (entry: AuditEntry) => void writes().audit.push(entry),
    isChanged: () => staged !== undefined && isChange(staged),
    async commit() {
      if (staged === undefined || (!isChange(staged) && staged.audit.length === 0)) return;
      const { changes, versions, purged, claims, audit } = staged;
      const body = { changes: [...changes.values()], versions: [...versions.values()], purged: [...purged] };
      await context.commit({ seen, changedKeys: changes.keys(), claims, beganAt, body, audit });
    },
  });
}

function nothingStaged(): Staged {
  return { changes: new Map(), versions: new Map(), purged: new Set(), claims: new Set(), audit: [] };
}

function isChange({ changes, versions, purged }: Staged): boolean {
  return changes.size + versions.size + purged.size > 0;
}
