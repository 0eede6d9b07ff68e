import type { ChainedAuditEntry } from '../domain/audit-entry.ts';
import type { Version } from '../domain/document.ts';
import { encodeJson, isLong } from '../json/encode-json.ts';
import type { SlicedWork } from '../sliced-work.ts';
import type { CollectionName, FiledName, HeadRecords } from '../ports.ts';
import { FILED_NAMES } from './layout.ts';
import { areTexts, type EncodedJson } from './pieces.ts';
import { trusted } from './trusted.ts';

export type AnyRecord = HeadRecords[CollectionName];

/** The state of one record after a commit: an after-image, so that applying it twice does no harm. */
export interface RecordChange {
  collection: CollectionName;
  id: string;
  /** Null when the record is gone. */
  record: AnyRecord | null;
  /** The new text, when there is one. */
  content?: string;
}

/** Everything that one commit does, audit entries apart, which get their place in the chain later. */
export interface CommitBody {
  changes: RecordChange[];
  versions: Version[];
  /** Documents whose versions are all removed; done before `versions` are added. */
  purged: string[];
}

export interface JournalRecord extends CommitBody {
  /** Counts from 1 without gaps. */
  seq: number;
  /** `seq` of the first record that was written and flushed together with this one. */
  group: number;
  /** Checksum of the record before. */
  prev: string;
  audit: ChainedAuditEntry[];
}

type StoredVersion = Omit<Version, 'content'> & { content?: string };
type StoredRecord = Omit<JournalRecord, 'versions'> & { versions: StoredVersion[] };

/** A key that names a record across collections. */
export function keyOf(collection: string, id: string): string {
  return `${collection}/${id}`;
}

export function isFiledName(name: CollectionName): name is FiledName {
  return (FILED_NAMES as readonly string[]).includes(name);
}

/** JSON of a body, in pieces. A version's text is left out where it is the text of the document itself, as it mostly is. */
export function* encodeBody(body: CommitBody): SlicedWork<EncodedJson> {
  const texts = documentTexts(body.changes);
  const versions = body.versions.map((version): StoredVersion => {
    if (texts.get(version.document_id) !== version.content) return version;
    const { content: _same, ...rest } = version;
    return rest;
  });
  const stored = { ...body, versions };
  return isLong(stored) ? yield* encodeJson(stored) : [JSON.stringify(stored)];
}

/** JSON of a whole record, made from an encoded body. */
export function encodeRecord(
  place: { seq: number; group: number; prev: string },
  audit: readonly ChainedAuditEntry[],
  body: EncodedJson,
): EncodedJson {
  const start = `${JSON.stringify({ ...place, audit }).slice(0, -1)},`;
  if (areTexts(body)) {
    const [first = '', ...others] = body;
    return [start, first.slice(1), ...others];
  }
  const [first = Buffer.alloc(0), ...others] = body;
  return [Buffer.from(start), first.subarray(1), ...others];
}

export function decodeRecord(json: string): JournalRecord {
  const record = trusted<StoredRecord>(JSON.parse(json));
  const texts = documentTexts(record.changes);
  const versions = record.versions.map((version) => ({
    ...version,
    content: version.content ?? texts.get(version.document_id) ?? '',
  }));
  return { ...record, versions };
}

function documentTexts(changes: readonly RecordChange[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const change of changes) {
    if (change.collection === 'documents' && change.content !== undefined)
      texts.set(change.id, change.content);
  }
  return texts;
}
