import { AppError } from '../../errors.ts';
import { createZipWriter, type ZippedFile, type ZipWriter } from '../../zip/zip-writer.ts';
import { readFully, writeFully } from '../durable-file.ts';
import { errorCode, unlessMissing, type FileSystem, type OpenFile } from '../file-system.ts';
import { dirname } from 'node:path';
import { refuseArchive } from './refuse-file.ts';
import { MANIFEST } from './archive-paths.ts';
import type { CopiedFile, FolderCopy } from './folder-copy.ts';
import { encodeManifest, mostManifestBytes, type Manifest } from './manifest.ts';

/** Files up to here are read whole, which is faster; of longer ones a piece is in memory. */
const WHOLE_BYTES = 1024 * 1024;
const PIECE_BYTES = 256 * 1024;

export interface WriteArchiveOptions {
  /** Where it is written. What stands there is the rest of one that did not come to its end. */
  temporary: string;
  /** RFC 3339, of the moment. */
  takenAt: () => string;
  programVersion: string;
  signal?: AbortSignal | undefined;
  onProgress?: (progress: { files: number; bytes: number }) => void;
}

/**
 * Writes a copy of the folder as one ZIP archive, durable but under a temporary name: whoever asked looks at it first.
 * Nothing is left of it when it fails.
 *
 * @throws {AppError} storage_full, unavailable when the disk of the archive refuses it
 */
export async function writeArchive(
  fileSystem: FileSystem,
  copy: FolderCopy,
  options: WriteArchiveOptions,
): Promise<Manifest> {
  const { temporary } = options;
  const file = await openNew(fileSystem, temporary);
  try {
    try {
      let length = 0;
      const write = async (bytes: Uint8Array) => {
        await writeFully(file, bytes, length).catch(refuseArchive);
        length += bytes.length;
      };
      const manifest = await fill(createZipWriter(write, Date.parse(options.takenAt())), copy, options);
      await file.sync().catch(refuseArchive);
      return manifest;
    } finally {
      await file.close();
    }
  } catch (error) {
    // A leftover is only untidy, and goes with the next backup.
    await fileSystem.unlink(temporary).catch(() => undefined);
    throw error;
  }
}

async function openNew(fileSystem: FileSystem, path: string): Promise<OpenFile> {
  const folder = dirname(path);
  try {
    if ((await fileSystem.stat(folder)) === undefined) {
      // Where a disk is not connected, its place would be taken by a folder of the disk that the workspace is on.
      if ((await fileSystem.stat(dirname(folder))) === undefined) throw noWayTo(folder);
      await fileSystem.makeFolder(folder);
    }
    await unlessMissing(fileSystem.unlink(path));
    return await fileSystem.open(path, 'create');
  } catch (error) {
    return refuseArchive(error);
  }
}

function noWayTo(folder: string): AppError {
  return new AppError('unavailable', `There is no folder ${dirname(folder)}.`, {
    hint: 'Connect the disk that it is on, or choose another folder for the backup.',
  });
}

async function fill(zip: ZipWriter, copy: FolderCopy, options: WriteArchiveOptions): Promise<Manifest> {
  const files: Manifest['files'] = [];
  const missing: string[] = [];
  let bytes = 0;
  for await (const file of copy.files()) {
    options.signal?.throwIfAborted();
    const added = await addFile(zip, file);
    if (added) {
      files.push([file.path, added.size, added.sha256]);
      bytes += added.size;
    } else if (file.ifGone === 'lost') {
      missing.push(file.path);
    }
    options.onProgress?.({ files: files.length, bytes });
  }
  const { seq, audit, counts, workspaceName } = copy.mark();
  const { schema_version, instance_id } = copy.workspace;
  const facts = {
    taken_at: options.takenAt(),
    program_version: options.programVersion,
    schema_version,
    instance_id,
    workspace_name: workspaceName,
    counts,
    seq,
    audit,
    missing,
    files,
  };
  const encoded = encodeManifest(facts);
  if (encoded.length > mostManifestBytes(files.length)) throw tooManyFiles();
  await zip.add(MANIFEST, encoded);
  await zip.end();
  return { format: 'commonplace-backup', format_version: 1, ...facts };
}

function tooManyFiles(): AppError {
  return new AppError('payload_too_large', 'The workspace has more files than fit into one backup.', {
    hint: 'Copy the whole data folder while the program does not run.',
  });
}

/** Undefined when the file is gone. */
async function addFile(
  zip: ZipWriter,
  { path, content, isDense }: CopiedFile,
): Promise<ZippedFile | undefined> {
  const compress = !isDense;
  if ('bytes' in content) return zip.add(path, content.bytes, { compress });
  const file = await openUnlessGone(content.open);
  if (!file) return undefined;
  try {
    const length = content.length ?? (await file.size());
    if (length > WHOLE_BYTES)
      return await zip.addPieces(path, piecesOf(file, length), { size: length, compress });
    const bytes = await readFully(file, 0, length);
    if (bytes.length < length) throw new Error(`${path} is shorter than it was.`);
    return await zip.add(path, bytes, { compress });
  } finally {
    await file.close();
  }
}

async function openUnlessGone(open: () => Promise<OpenFile>): Promise<OpenFile | undefined> {
  try {
    return await open();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function* piecesOf(file: OpenFile, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < length;) {
    const piece = await readFully(file, at, Math.min(PIECE_BYTES, length - at));
    if (piece.length === 0) return;
    at += piece.length;
    yield piece;
  }
}
