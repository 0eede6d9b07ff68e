import type { Version } from '../domain/document.ts';
import type { CollectionName, FiledName, ResidentName } from '../ports.ts';
import { isFiledName, keyOf, type CommitBody } from './records.ts';

/** A head whose file is behind. A newer change puts a new object, so that filing can tell. */
export interface UnfiledRecord {
  collection: FiledName;
  id: string;
  /** Journal record of the change. */
  seq: number;
  /** The text, when only the journal holds it. */
  content: string | undefined;
}

/** What only the journal holds until it is filed: which files are behind, and the texts for them. */
export interface Unfiled {
  readonly records: Map<string, UnfiledRecord>;
  readonly versions: Map<string, Version>;
  /** Documents whose version files have to go, with the commit that says so. */
  readonly purged: Map<string, { seq: number }>;
  readonly residents: Set<ResidentName>;
  note(body: CommitBody, seq: number): void;
}

/** What a filing pass has taken on; `settle` crosses off what was not changed meanwhile. */
export interface FilingBatch {
  records: UnfiledRecord[];
  versions: Version[];
  purged: [string, { seq: number }][];
  residents: ResidentName[];
}

export function createUnfiled(): Unfiled {
  const records = new Map<string, UnfiledRecord>();
  const versions = new Map<string, Version>();
  const purged = new Map<string, { seq: number }>();
  const residents = new Set<ResidentName>();

  function noteRecord(
    collection: CollectionName,
    id: string,
    content: string | undefined,
    seq: number,
  ): void {
    if (!isFiledName(collection)) {
      residents.add(collection);
      return;
    }
    const key = keyOf(collection, id);
    records.set(key, { collection, id, seq, content: content ?? records.get(key)?.content });
  }

  return {
    records,
    versions,
    purged,
    residents,
    note(body, seq) {
      for (const { collection, id, record, content } of body.changes) {
        noteRecord(collection, id, record === null ? '' : content, seq);
      }
      for (const id of body.purged) {
        purged.set(id, { seq });
        for (const [key, version] of versions) if (version.document_id === id) versions.delete(key);
      }
      for (const version of body.versions)
        versions.set(versionKey(version.document_id, version.version), version);
    },
  };
}

export function versionKey(documentId: string, version: number): string {
  return `${documentId}/${version}`;
}

export function takeBatch(unfiled: Unfiled): FilingBatch {
  const batch = {
    records: [...unfiled.records.values()],
    versions: [...unfiled.versions.values()],
    purged: [...unfiled.purged],
    residents: [...unfiled.residents],
  };
  unfiled.residents.clear();
  return batch;
}

export function settleBatch(unfiled: Unfiled, batch: FilingBatch): void {
  for (const record of batch.records) {
    const key = keyOf(record.collection, record.id);
    if (unfiled.records.get(key) === record) unfiled.records.delete(key);
  }
  for (const version of batch.versions) {
    const key = versionKey(version.document_id, version.version);
    if (unfiled.versions.get(key) === version) unfiled.versions.delete(key);
  }
  for (const [id, purge] of batch.purged) if (unfiled.purged.get(id) === purge) unfiled.purged.delete(id);
}

/** Puts back what `takeBatch` crossed off, after a pass that failed. */
export function returnBatch(unfiled: Unfiled, batch: FilingBatch): void {
  for (const name of batch.residents) unfiled.residents.add(name);
}
