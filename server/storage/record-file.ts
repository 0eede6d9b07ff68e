import { z } from 'zod';
import type { Version } from '../domain/document.ts';
import { UNCOMPILED } from '../domain/uncompiled.ts';
import type { FiledName } from '../ports.ts';
import { finishInSlices } from '../sliced-work.ts';
import { DamagedFile, decodeChecksummedInSlices } from './checksummed-json.ts';
import type { FileSystem, NewFile } from './file-system.ts';
import type { Layout } from './layout.ts';
import type { AnyRecord } from './records.ts';
import { trusted } from './trusted.ts';

/** `documents/<id>.json` or `change-requests/<id>.json`: one whole record, its text included. */
export interface RecordFile {
  /** Journal record of the last change that is in the file. */
  seq: number;
  record: AnyRecord;
  content: string;
}

const recordFileSchema = z.object({
  seq: z.int().min(0),
  record: z.looseObject({ id: z.string() }),
  content: z.string(),
});

const versionFileSchema = z.looseObject({ document_id: z.string(), version: z.int(), content: z.string() });

/** @throws {DamagedFile} or a system error when the file cannot be used. */
export async function readRecordFile(
  fileSystem: FileSystem,
  layout: Layout,
  collection: FiledName,
  id: string,
): Promise<RecordFile> {
  const path = layout.record(collection, id);
  const bytes = await fileSystem.readFile(path);
  const file = checked(recordFileSchema, await finishInSlices(decodeChecksummedInSlices(bytes)));
  if (file.record.id !== id) throw new DamagedFile('the file holds another record');
  // The checksum vouches for the content: this is a record that this program wrote.
  return { ...file, record: trusted<AnyRecord>(file.record) };
}

/** A record's file as it is to be written. */
export function recordFile(layout: Layout, collection: FiledName, file: RecordFile): NewFile {
  return { path: layout.record(collection, file.record.id), value: file };
}

/** @throws {DamagedFile} or a system error when the file cannot be used. */
export async function readVersionFile(
  fileSystem: FileSystem,
  layout: Layout,
  documentId: string,
  number: number,
): Promise<Version> {
  const bytes = await fileSystem.readFile(layout.version(documentId, number));
  const version = checked(versionFileSchema, await finishInSlices(decodeChecksummedInSlices(bytes)));
  if (version.document_id !== documentId || version.version !== number) {
    throw new DamagedFile('the file holds another version');
  }
  return trusted<Version>(version);
}

/** A version's file as it is to be written. */
export function versionFile(layout: Layout, version: Version): NewFile {
  return { path: layout.version(version.document_id, version.version), value: version };
}

/** The value in the shape of a schema, or `DamagedFile`. */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, UNCOMPILED);
  if (!parsed.success) throw new DamagedFile('the file does not have the expected members');
  return parsed.data;
}
