import { crc32 } from 'node:zlib';
import type { EmbeddedDocument, EmbeddedPassage } from './vector-table.ts';

/** Whose vectors a file holds. A file of another identity is of no use. */
export interface VectorIdentity {
  format: number;
  /** The workspace. */
  instance: string;
  kind: string;
  url: string;
  model: string;
  /** What the owner asked for, and what the model gives. */
  requested: number | null;
  dimensions: number;
}

/** One entry of a vector file; the last one about a document counts. */
export type VectorRecord =
  | { kind: 'identity'; identity: VectorIdentity }
  | { kind: 'document'; id: string; embedded: EmbeddedDocument }
  /** Every document had its turn once. */
  | { kind: 'complete' };

/** Length and checksum of what follows, four bytes each, little-endian. */
export const PREFIX_BYTES = 8;
const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;
/** More than 64 vectors of 8,192 numbers and their headings: a length above it is damage. */
export const MAX_RECORD_BYTES = 4 * 1024 * 1024;

/** Prefix, length of the JSON, the JSON padded with spaces to whole numbers, vectors as they are in memory. */
export function encodeRecord(record: VectorRecord): Buffer {
  const json = Buffer.from(JSON.stringify(headerOf(record)));
  const padded = Math.ceil(json.length / FLOAT_BYTES) * FLOAT_BYTES;
  const vectors = record.kind === 'document' ? bytesOf(record.embedded.vectors) : Buffer.alloc(0);
  const bytes = Buffer.alloc(PREFIX_BYTES + FLOAT_BYTES + padded + vectors.length, ' ');
  bytes.writeUInt32LE(bytes.length - PREFIX_BYTES, 0);
  bytes.writeUInt32LE(padded, PREFIX_BYTES);
  bytes.set(json, PREFIX_BYTES + FLOAT_BYTES);
  bytes.set(vectors, PREFIX_BYTES + FLOAT_BYTES + padded);
  bytes.writeUInt32LE(crc32(bytes.subarray(PREFIX_BYTES)), FLOAT_BYTES);
  return bytes;
}

/**
 * @param body what stands behind a prefix, of the length that it says.
 * @returns undefined when it is not what was written.
 */
export function decodeRecord(body: Buffer, crc: number): VectorRecord | undefined {
  if (crc32(body) !== crc || body.length < FLOAT_BYTES) return undefined;
  const jsonBytes = body.readUInt32LE(0);
  try {
    // The checksum vouches that it is what `encodeRecord` wrote.
    const header: Header = JSON.parse(body.toString('utf8', FLOAT_BYTES, FLOAT_BYTES + jsonBytes));
    return recordOf(header, body.subarray(FLOAT_BYTES + jsonBytes));
  } catch {
    return undefined;
  }
}

type Header =
  | Exclude<VectorRecord, { kind: 'document' }>
  | { kind: 'document'; id: string; stamp: string; passages: readonly EmbeddedPassage[] };

function headerOf(record: VectorRecord): Header {
  if (record.kind !== 'document') return record;
  const { stamp, passages } = record.embedded;
  return { kind: 'document', id: record.id, stamp, passages };
}

function recordOf(header: Header, rest: Buffer): VectorRecord {
  if (header.kind !== 'document') return header;
  const { id, stamp, passages } = header;
  const vectors = new Float32Array(rest.length / FLOAT_BYTES);
  new Uint8Array(vectors.buffer).set(rest);
  return { kind: 'document', id, embedded: { stamp, passages, vectors } };
}

function bytesOf(vectors: Float32Array): Uint8Array {
  return new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength);
}
