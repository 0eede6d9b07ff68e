import { join } from 'node:path';
import { isTemporaryName, replaceFileDurably } from '../../storage/durable-file.ts';
import {
  errorCode,
  listIfPresent,
  unlessMissing,
  type FileSystem,
  type OpenFile,
} from '../../storage/file-system.ts';
import { decodeSegment, encodeSegment, type SegmentRefusal } from '../index/segment-file.ts';
import type { Segment } from '../index/segment.ts';
import type { SavedPlace } from './merge-messages.ts';
import type { SavedState } from './messages.ts';

const MANIFEST = 'manifest.json';
const MANIFEST_FORMAT = 1;
const SEGMENT_NAME = /^segment-(\d{1,15})\.bin$/;
/** A manifest is a line; more than this is none. */
const MAX_MANIFEST_BYTES = 10_000;

/** Which file is the saved index, and of which workspace. */
interface Manifest {
  format: typeof MANIFEST_FORMAT;
  instance_id: string;
  file: string;
  bytes: number;
  saved_at: string;
}

export type OpenedIndex =
  | { segment: Segment; saved: SavedState; problem: null }
  /** Why there is no index to begin with, in words for the owner. */
  | { segment: null; saved: null; problem: string };

/**
 * Opens the saved index of a workspace. Whatever is wrong with it is said and nothing of it is used: it is derived
 * from the documents, so it may be lost, but never be wrong.
 */
export async function openSavedIndex(
  fileSystem: FileSystem,
  { folder, instanceId }: SavedPlace,
): Promise<OpenedIndex> {
  const manifest = await readManifest(fileSystem, folder);
  if (typeof manifest === 'string') return refused(manifest);
  if (manifest.instance_id !== instanceId) return refused('The saved index belongs to another workspace.');
  const bytes = await readShared(fileSystem, join(folder, manifest.file));
  if (typeof bytes === 'string') return refused(bytes);
  if (bytes.length !== manifest.bytes) return refused('The saved index is not as long as it was written.');
  const decoded = decodeSegment(bytes);
  if ('refusal' in decoded) return refused(REFUSALS[decoded.refusal]);
  const saved = { bytes: manifest.bytes, at: manifest.saved_at };
  return { segment: decoded.segment, saved, problem: null };
}

const REFUSALS: Record<SegmentRefusal, string> = {
  not_an_index: 'The saved index is damaged: it is not an index.',
  damaged: 'The saved index is damaged: its checksum does not fit.',
  other_format: 'The saved index is of another version of this program.',
  other_analysis: 'The saved index is of another version of this program.',
};

const refused = (problem: string): OpenedIndex => ({ segment: null, saved: null, problem });

/** Whether the saved index could be opened; null when there is none. */
export async function isSavedIndexWhole(fileSystem: FileSystem, place: SavedPlace): Promise<boolean | null> {
  if (!(await namesIn(fileSystem, place.folder)).includes(MANIFEST)) return null;
  return (await openSavedIndex(fileSystem, place)).segment !== null;
}

/**
 * Saves a segment under a name of its own, then the manifest that names it, then removes what was before: whatever is
 * cut when, the next start finds the one or the other, whole.
 */
export async function saveIndex(
  fileSystem: FileSystem,
  { folder, instanceId }: SavedPlace,
  segment: Segment,
): Promise<SavedState> {
  await fileSystem.makeFolder(folder);
  const names = await namesIn(fileSystem, folder);
  const number = Math.max(0, ...names.map((name) => Number(SEGMENT_NAME.exec(name)?.[1] ?? 0))) + 1;
  const file = `segment-${number}.bin`;
  const bytes = await replaceFileDurably(fileSystem, join(folder, file), encodeSegment(segment));
  const at = new Date().toISOString();
  const manifest: Manifest = {
    format: MANIFEST_FORMAT,
    instance_id: instanceId,
    file,
    bytes,
    saved_at: at,
  };
  const line = Buffer.from(`${JSON.stringify(manifest)}\n`);
  await replaceFileDurably(fileSystem, join(folder, MANIFEST), line);
  await removeLeftovers(fileSystem, folder, names);
  return { bytes, at };
}

/** Removes earlier segments and half-written files; other files in the folder are not ours. */
async function removeLeftovers(
  fileSystem: FileSystem,
  folder: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    if (SEGMENT_NAME.test(name) || isTemporaryName(name)) {
      await unlessMissing(fileSystem.unlink(join(folder, name)));
    }
  }
}

async function namesIn(fileSystem: FileSystem, folder: string): Promise<string[]> {
  return (await listIfPresent(fileSystem, folder)).map(({ name }) => name);
}

/** The manifest, or what is wrong with it. */
async function readManifest(fileSystem: FileSystem, folder: string): Promise<Manifest | string> {
  const path = join(folder, MANIFEST);
  try {
    const found = await fileSystem.stat(path);
    if (found === undefined) return 'There was no saved index.';
    if (found.size > MAX_MANIFEST_BYTES) return 'The manifest of the saved index is damaged.';
    const parsed: unknown = JSON.parse((await fileSystem.readFile(path)).toString('utf8'));
    return parseManifest(parsed) ?? 'The manifest of the saved index is damaged.';
  } catch (error) {
    return errorCode(error) === ''
      ? 'The manifest of the saved index is damaged.'
      : `The manifest of the saved index cannot be read (${errorCode(error)}).`;
  }
}

function parseManifest(value: unknown): Manifest | string | undefined {
  if (typeof value !== 'object' || value === null || !('format' in value)) return undefined;
  if (value.format !== MANIFEST_FORMAT) return 'The saved index is of another version of this program.';
  if (!('instance_id' in value) || typeof value.instance_id !== 'string') return undefined;
  if (!('file' in value) || typeof value.file !== 'string' || !SEGMENT_NAME.test(value.file))
    return undefined;
  if (!('bytes' in value) || !Number.isSafeInteger(value.bytes)) return undefined;
  if (!('saved_at' in value) || typeof value.saved_at !== 'string') return undefined;
  const { instance_id, file, saved_at } = value;
  return { format: MANIFEST_FORMAT, instance_id, file, bytes: Number(value.bytes), saved_at };
}

/** The file in memory that threads can share, or what is wrong with it. */
async function readShared(fileSystem: FileSystem, path: string): Promise<Uint8Array | string> {
  try {
    const file = await fileSystem.open(path, 'read');
    try {
      const bytes = new Uint8Array(new SharedArrayBuffer(await file.size()));
      const got = await readInto(file, bytes);
      return got === bytes.length ? bytes : 'The saved index was cut short while it was read.';
    } finally {
      await file.close();
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'The file of the saved index is missing.';
    return `The saved index cannot be read (${errorCode(error) || String(error)}).`;
  }
}

/** Fills the bytes from the file; fewer when it ends before. */
async function readInto(file: OpenFile, bytes: Uint8Array): Promise<number> {
  let got = 0;
  while (got < bytes.length) {
    const count = await file.read(bytes.subarray(got), got);
    if (count === 0) break;
    got += count;
  }
  return got;
}
