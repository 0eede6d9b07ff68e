import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, createDeflateRaw, deflateRaw, deflateRawSync } from 'node:zlib';
import {
  dataDescriptor,
  DEFLATED,
  directoryRow,
  dosTime,
  endOfDirectory,
  localHeader,
  STORED,
  type ZipRecord,
} from './zip-format.ts';

const deflateLater = promisify(deflateRaw);

/** Texts become a third; more effort would make them little smaller and take much longer. */
const LEVEL = { level: 3 };
/** So much is compressed in well under a millisecond: not worth a trip to another thread. */
const SHORT_BYTES = 16 * 1024;
/** Many small pieces go to the disk together. */
const WRITE_BYTES = 512 * 1024;
/** From here on sizes need the 64-bit fields; deflate can make a file a little longer than it was. */
const LARGE_BYTES = 0xf000_0000;

/** What went into the archive. */
export interface ZippedFile {
  size: number;
  /** SHA-256 of the content, hex. */
  sha256: string;
}

/**
 * Writes a ZIP archive from its start to its end, in memory that does not grow with what goes in (but for some 100
 * bytes a file for the directory). One call at a time.
 *
 * Own code, because `yazl` looks through all files for each one that it adds and runs each through five streams: of
 * 40,000 small files it takes four times as long. What it writes is read by `yauzl`, a writer of other hands.
 */
export interface ZipWriter {
  /** @param name path with `/`, never a folder */
  add(name: string, content: Uint8Array, options?: { compress?: boolean }): Promise<ZippedFile>;
  /** The same for what is too long to hold. Rejects when it is not `size` bytes. */
  addPieces(
    name: string,
    pieces: AsyncIterable<Uint8Array>,
    options: { size: number; compress?: boolean },
  ): Promise<ZippedFile>;
  /** Writes the directory; afterwards nothing can be added. Answers the length of the archive. */
  end(): Promise<number>;
}

/**
 * @param write takes the next bytes of the archive; they are its own
 * @param time of all files, in milliseconds
 */
export function createZipWriter(write: (bytes: Uint8Array) => Promise<void>, time: number): ZipWriter {
  const stamp = dosTime(time);
  const records: ZipRecord[] = [];
  let offset = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;

  async function put(...pieces: Uint8Array[]): Promise<void> {
    for (const piece of pieces) {
      waiting.push(piece);
      waitingBytes += piece.length;
      offset += piece.length;
    }
    if (waitingBytes >= WRITE_BYTES) await flush();
  }

  async function flush(): Promise<void> {
    const bytes = Buffer.concat(waiting, waitingBytes);
    waiting = [];
    waitingBytes = 0;
    await write(bytes);
  }

  async function add(name: string, content: Uint8Array, { compress = true } = {}): Promise<ZippedFile> {
    const packed = compress ? await deflated(content) : content;
    const isSmaller = packed.length < content.length;
    const data = isSmaller ? packed : content;
    const record: ZipRecord = {
      name: Buffer.from(name),
      method: isSmaller ? DEFLATED : STORED,
      isStreamed: false,
      crc: crc32(content),
      compressed: data.length,
      size: content.length,
      offset,
    };
    records.push(record);
    await put(localHeader(record, stamp, false), data);
    return { size: content.length, sha256: hash('sha256', content) };
  }

  async function addPieces(
    name: string,
    pieces: AsyncIterable<Uint8Array>,
    { size, compress = true }: { size: number; compress?: boolean },
  ): Promise<ZippedFile> {
    const isLarge = size >= LARGE_BYTES;
    const record: ZipRecord = {
      name: Buffer.from(name),
      method: compress ? DEFLATED : STORED,
      isStreamed: true,
      crc: 0,
      compressed: 0,
      size: 0,
      offset,
    };
    const sha256 = createHash('sha256');
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces) {
        record.crc = crc32(piece, record.crc);
        record.size += piece.length;
        sha256.update(piece);
        yield piece;
      }
    }
    await put(localHeader(record, stamp, isLarge));
    for await (const piece of compress ? deflatedPieces(counted()) : counted()) {
      record.compressed += piece.length;
      await put(piece);
    }
    if (record.size !== size) throw new Error(`${name} has ${record.size} bytes, not ${size}.`);
    await put(dataDescriptor(record, isLarge));
    records.push(record);
    return { size, sha256: sha256.digest('hex') };
  }

  return {
    add,
    addPieces,
    async end() {
      const start = offset;
      for (const record of records) await put(directoryRow(record, stamp));
      await put(endOfDirectory(records.length, offset - start, start));
      await flush();
      return offset;
    },
  };
}

async function deflated(content: Uint8Array): Promise<Uint8Array> {
  return content.length <= SHORT_BYTES ? deflateRawSync(content, LEVEL) : deflateLater(content, LEVEL);
}

async function* deflatedPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const source = Readable.from(pieces);
  const packer = createDeflateRaw(LEVEL);
  source.once('error', (error) => packer.destroy(error));
  try {
    yield* source.pipe(packer);
  } finally {
    source.destroy();
    packer.destroy();
  }
}
