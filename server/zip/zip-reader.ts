import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import { AppError, badRequest } from '../errors.ts';
import { createEntryGate, type ZipLimits } from './zip-names.ts';

const inflate = promisify(inflateRaw);

/** An archive as it lies somewhere. */
export interface ZipSource {
  /** Bytes. */
  size: number;
  /** Reads at a position (bytes), as many as it likes; 0 at the end. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

/** A file in an archive. */
export interface ZippedEntry {
  /** Path with `/`, safe to join to a folder. */
  name: string;
  size: number;
}

/** An archive whose directory was read and found safe; its contents are checked as they are read. */
export interface OpenZip {
  /** In the order of the archive. */
  entries: readonly ZippedEntry[];
  /**
   * The content of a file, in pieces. What is longer or shorter than the directory says, or does not fit its
   * checksum, is refused; bytes are counted as they come (security Z2).
   *
   * @throws {AppError} bad_request for a damaged archive
   */
  pieces(entry: ZippedEntry): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

/** So much of a file is read and unpacked in one go. */
const WHOLE_BYTES = 1024 * 1024;
const WINDOW_BYTES = 256 * 1024;

/**
 * Opens an archive and reads its directory. Closes the source when it is refused.
 *
 * @throws {AppError} bad_request when it is no ZIP archive, damaged, not safe or too large
 */
export async function openZip(source: ZipSource, limits: ZipLimits): Promise<OpenZip> {
  const reader = new SourceReader(source);
  let zip: ZipFile | undefined;
  try {
    zip = await fromRandomAccessReaderPromise(reader, source.size, {
      autoClose: false,
      strictFileNames: true,
    });
    const found = await readDirectory(zip, source.size, limits);
    return openedZip(zip, reader, found);
  } catch (error) {
    await source.close();
    throw asDamage(error);
  }
}

async function readDirectory(zip: ZipFile, size: number, limits: ZipLimits): Promise<Map<string, Entry>> {
  const gate = createEntryGate(size, limits);
  const found = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) if (gate.accepts(entry)) found.set(entry.fileName, entry);
  return found;
}

function openedZip(zip: ZipFile, reader: SourceReader, found: ReadonlyMap<string, Entry>): OpenZip {
  async function* pieces({ name }: ZippedEntry): AsyncGenerator<Uint8Array> {
    const entry = found.get(name);
    if (!entry) throw damaged();
    const check = createCheck(entry);
    try {
      for await (const piece of contentOf(zip, reader, entry)) {
        check.add(piece);
        yield piece;
      }
    } catch (error) {
      throw asDamage(error);
    }
    check.end();
  }
  return {
    entries: [...found.values()].map(({ fileName, uncompressedSize }) => ({
      name: fileName,
      size: uncompressedSize,
    })),
    pieces,
    close: () => reader.source.close(),
  };
}

/** Short files whole, which is several times as fast as a stream; long ones piece by piece. */
async function* contentOf(zip: ZipFile, reader: SourceReader, entry: Entry): AsyncGenerator<Uint8Array> {
  const { compressedSize, uncompressedSize, compressionMethod } = entry;
  if (Math.max(compressedSize, uncompressedSize) > WHOLE_BYTES) {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const piece of stream) yield asBytes(piece);
    return;
  }
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const packed = await reader.bytes(fileDataStart, compressedSize);
  const isPacked = compressionMethod !== 0;
  // One byte more than there may be tells a file that is longer than it said.
  yield isPacked ? await inflate(packed, { maxOutputLength: uncompressedSize + 1 }) : packed;
}

function asBytes(piece: unknown): Uint8Array {
  if (piece instanceof Uint8Array) return piece;
  throw new Error('A stream of bytes gave something else.');
}

function createCheck({ uncompressedSize, crc32: expected }: Entry) {
  let size = 0;
  let sum = 0;
  return {
    add(piece: Uint8Array) {
      size += piece.length;
      if (size > uncompressedSize) throw damaged();
      sum = crc32(piece, sum);
    },
    end() {
      if (size !== uncompressedSize || sum !== expected) throw damaged();
    },
  };
}

/** What lets `yauzl` read from anywhere; the directory comes in larger pieces than it asks for. */
class SourceReader extends RandomAccessReader {
  readonly source: ZipSource;
  #window: Buffer = Buffer.alloc(0);
  #windowStart = 0;

  constructor(source: ZipSource) {
    super();
    this.source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end), { objectMode: false });
  }

  async *#range(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const piece = await this.#fill(at, Math.min(WINDOW_BYTES, end - at));
      yield piece;
      at += piece.length;
    }
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    void this.#answer(buffer.subarray(offset, offset + length), position, callback);
  }

  async #answer(target: Buffer, position: number, callback: (error: Error | null) => void): Promise<void> {
    let problem: Error | null = null;
    try {
      (await this.#windowed(position, target.length)).copy(target);
    } catch (error) {
      problem = error instanceof Error ? error : new Error('unreadable', { cause: error });
    }
    callback(problem);
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }

  /** @returns bytes of their own */
  bytes(position: number, length: number): Promise<Buffer> {
    return this.#fill(position, length);
  }

  async #windowed(position: number, length: number): Promise<Buffer> {
    if (length > WINDOW_BYTES) return this.#fill(position, length);
    const isInside =
      position >= this.#windowStart && position + length <= this.#windowStart + this.#window.length;
    if (!isInside) {
      this.#window = await this.#fill(position, Math.min(WINDOW_BYTES, this.source.size - position));
      this.#windowStart = position;
    }
    const start = position - this.#windowStart;
    if (start + length > this.#window.length) throw damaged();
    return this.#window.subarray(start, start + length);
  }

  async #fill(position: number, length: number): Promise<Buffer> {
    if (position < 0 || length < 0 || position + length > this.source.size) throw damaged();
    const buffer = Buffer.allocUnsafe(length);
    for (let got = 0; got < length;) {
      const count = await this.source.read(buffer.subarray(got), position + got);
      if (count === 0) throw damaged();
      got += count;
    }
    return buffer;
  }
}

/** What `yauzl` says of names before we see them. */
const UNSAFE_NAME = /^(?:invalid relative path|absolute path|invalid characters in fileName)/;

function unsafeName(cause: Error): AppError {
  return badRequest('The archive is refused: a name in it leads out of its folder. Nothing was written.', {
    hint: 'Use an archive that this program or a usual ZIP program has made.',
    cause,
  });
}

function damaged(cause?: unknown): AppError {
  return badRequest('The archive is damaged, or no ZIP archive. Nothing was written.', {
    hint: 'Take another copy of it.',
    cause,
  });
}

/** Whatever a broken archive makes the readers say is one refusal; the disk's own errors stay what they are. */
function asDamage(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof Error && UNSAFE_NAME.test(error.message)) return unsafeName(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isOfTheArchive = code === '' || code.startsWith('Z_') || code.startsWith('ERR_');
  return isOfTheArchive ? damaged(error) : error;
}
