import { hash, createHash } from 'node:crypto';
import { COMMAND } from '../../command-name.ts';
import { AppError, badRequest } from '../../errors.ts';
import { openZip, type OpenZip, type ZippedEntry, type ZipSource } from '../../zip/zip-reader.ts';
import type { ZipLimits } from '../../zip/zip-names.ts';
import { DamagedFile } from '../checksummed-json.ts';
import type { FileSystem } from '../file-system.ts';
import { SCHEMA_VERSION } from '../migrations.ts';
import { isWorkspacePath, MANIFEST } from './archive-paths.ts';
import { decodeManifest, mostManifestBytes, type Manifest } from './manifest.ts';

/**
 * More than the 10,000 files of an import (security Z2): 10,000 documents alone have twice as many, and each version
 * and picture is one more. What an archive may unpack to is bound by its manifest, which the person is shown before,
 * and by the space on the disk; a text of one letter, repeated, is 1,000 times as long as packed.
 */
const LIMITS: ZipLimits = {
  entries: 2_000_000,
  bytes: Number.MAX_SAFE_INTEGER,
  ratio: 1100,
  freeBytes: 64e6,
};

/** A backup whose directory and manifest are whole; its files are checked as they are read. */
export interface OpenArchive {
  manifest: Manifest;
  /** Length of the archive, in bytes. */
  size: number;
  /** Bytes of all files when they are unpacked. */
  unpackedBytes: number;
  /**
   * Gives each file's pieces to `take`, and checks them: they are what was written, no more and no less.
   *
   * @throws {AppError} bad_request when one is not
   */
  eachFile(
    take: (path: string, pieces: AsyncIterable<Uint8Array>) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void>;
  close(): Promise<void>;
}

/** @throws {AppError} bad_request for what is no backup, or damaged; conflict for one of a newer program; not_found */
export async function openArchive(fileSystem: FileSystem, path: string): Promise<OpenArchive> {
  const source = await openSource(fileSystem, path);
  const zip = await openZip(source, LIMITS);
  try {
    const manifest = await readManifest(zip);
    if (manifest.schema_version > SCHEMA_VERSION) throw newerBackup(manifest);
    const entries = match(zip.entries, manifest);
    return {
      manifest,
      size: source.size,
      unpackedBytes: manifest.files.reduce((sum, [, size]) => sum + size, 0),
      async eachFile(take, signal) {
        for (const { entry, sha256 } of entries) {
          signal?.throwIfAborted();
          await takeChecked(zip, entry, sha256, take);
        }
      },
      close: () => zip.close(),
    };
  } catch (error) {
    await zip.close();
    throw error;
  }
}

async function openSource(fileSystem: FileSystem, path: string): Promise<ZipSource> {
  try {
    // Asked first: to open what is no file, such as a pipe, may never come to an end.
    const found = await fileSystem.stat(path);
    if (found === undefined)
      throw new AppError('not_found', 'There is no such backup.', { hint: 'Check the name of the file.' });
    if (found.kind !== 'file') throw noBackup();
    const file = await fileSystem.open(path, 'read');
    const size = await file.size();
    return { size, read: (buffer, position) => file.read(buffer, position), close: () => file.close() };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('unavailable', `The backup cannot be read: ${path}`, {
      hint: 'Check the disk that it is on, and who may read it.',
      cause: error,
    });
  }
}

async function readManifest(zip: OpenZip): Promise<Manifest> {
  const entry = zip.entries.find(({ name }) => name === MANIFEST);
  if (!entry) throw noBackup();
  if (entry.size > mostManifestBytes(zip.entries.length)) throw damagedBackup();
  const pieces: Uint8Array[] = [];
  for await (const piece of zip.pieces(entry)) pieces.push(piece);
  try {
    return decodeManifest(Buffer.concat(pieces));
  } catch (error) {
    if (error instanceof DamagedFile || error instanceof SyntaxError) throw damagedBackup();
    throw error;
  }
}

/** The manifest names every file of the archive, and the archive has every file of the manifest. */
function match(
  entries: readonly ZippedEntry[],
  { files, missing }: Manifest,
): { entry: ZippedEntry; sha256: string }[] {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  byName.delete(MANIFEST);
  const matched = files.map(([path, size, sha256]) => {
    const entry = byName.get(path);
    if (!entry || entry.size !== size || !isWorkspacePath(path)) throw damagedBackup();
    byName.delete(path);
    return { entry, sha256 };
  });
  const present = new Set(files.map(([path]) => path));
  if (byName.size > 0 || missing.some((path) => present.has(path))) throw damagedBackup();
  return matched;
}

async function takeChecked(
  zip: OpenZip,
  entry: ZippedEntry,
  sha256: string,
  take: (path: string, pieces: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  let found: string | undefined;
  async function* checked(): AsyncGenerator<Uint8Array> {
    const running = createHash('sha256');
    let only: Uint8Array | undefined;
    for await (const piece of zip.pieces(entry)) {
      only = only === undefined && piece.length === entry.size ? piece : undefined;
      if (!only) running.update(piece);
      yield piece;
    }
    found = only ? hash('sha256', only) : running.digest('hex');
  }
  await take(entry.name, checked());
  if (found !== sha256) throw damagedBackup();
}

function noBackup(): AppError {
  return badRequest('This archive is no backup of Commonplace. Nothing was changed.', {
    hint: `Choose a file that “Back up now” or \`${COMMAND} backup\` has made.`,
  });
}

function damagedBackup(): AppError {
  return badRequest('This backup is damaged and is not used at all. Nothing was changed.', {
    hint: 'Take another copy of it, or an older backup.',
  });
}

function newerBackup({ schema_version, program_version }: Manifest): AppError {
  return new AppError('conflict', 'This backup was made by a newer Commonplace. Nothing was changed.', {
    hint: 'Install the newest Commonplace and restore it with that.',
    details: { schema_version, supported_version: SCHEMA_VERSION, made_by: program_version },
  });
}
