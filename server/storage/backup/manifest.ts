import { z } from 'zod';
import { decodeChecksummed, encodeChecksummed } from '../checksummed-json.ts';
import { checked } from '../record-file.ts';

const FORMAT = 'commonplace-backup';

/** A row of a file has some 140 bytes, and 220 with the longest names. */
const ROW_BYTES = 300;
/** Its own facts, and the names of what is missing. */
const FACTS_BYTES = 16_000_000;
/** Far below the longest text that the engine can hold, which is 512 MiB; enough for 1.5 million files. */
const MOST_BYTES = 200_000_000;

/**
 * Bytes that a manifest of so many files has at most. It is read whole, so a small archive must not hold a large one:
 * packed, a gigabyte is a megabyte.
 */
export function mostManifestBytes(files: number): number {
  return Math.min(MOST_BYTES, FACTS_BYTES + files * ROW_BYTES);
}

const countsSchema = z.object({
  documents: z.int().min(0),
  versions: z.int().min(0),
  people: z.int().min(0),
  spaces: z.int().min(0),
  attachments: z.int().min(0),
  change_requests: z.int().min(0),
});

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  format_version: z.literal(1),
  /** The moment whose state the archive holds: everything acknowledged before it, nothing after. */
  taken_at: z.string(),
  program_version: z.string(),
  schema_version: z.int().min(1),
  instance_id: z.string(),
  workspace_name: z.string(),
  counts: countsSchema,
  /** Last journal record and last audit entry before the moment. */
  seq: z.int().min(0),
  audit: z.object({ seq: z.int().min(0), mac: z.string() }),
  /** Paths of what was lost already when the backup was made. */
  missing: z.array(z.string()),
  files: z.array(z.tuple([z.string(), z.int().min(0), z.string().regex(/^[0-9a-f]{64}$/)])),
});

/** How much of everything there is. */
export type BackupCounts = z.infer<typeof countsSchema>;

/** What a backup says of itself. `files`: path, bytes and SHA-256 of each. */
export type Manifest = z.infer<typeof manifestSchema>;

export function encodeManifest(manifest: Omit<Manifest, 'format' | 'format_version'>): Buffer {
  const { files, ...facts } = manifest;
  const value: Manifest = { format: FORMAT, format_version: 1, ...facts, files };
  return encodeChecksummed(value);
}

/** @throws {DamagedFile} or a SyntaxError when it is none */
export function decodeManifest(bytes: Buffer): Manifest {
  return checked(manifestSchema, decodeChecksummed(bytes));
}
