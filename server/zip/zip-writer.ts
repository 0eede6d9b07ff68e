import { createHash, type Hash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

type SourceGiver = Parameters<ZipFile['addReadStreamLazy']>[2];

/** Texts become a third; more effort would make them little smaller and take much longer. */
const LEVEL = 3;
/** A plain file, for its owner only (security E9). */
const MODE = 0o100600;
/** Many small pieces go to the disk together. */
const WRITE_BYTES = 512 * 1024;

/** What went into the archive. */
export interface ZippedFile {
  size: number;
  /** SHA-256 of the content, hex. */
  sha256: string;
}

/**
 * Writes a ZIP archive from its start to its end, in memory that does not grow with what goes in (but for a row of the
 * directory a file). One call at a time. After one that rejects, all others reject too: the archive is of no use. Bytes
 * that were given may wait for others to be written with them: nobody changes them afterwards.
 */
export interface ZipWriter {
  /** @param name path with `/`; rejects a folder's, and one that leads out of the archive */
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
 * @param write takes the next bytes of the archive. It works only while a function of the writer does: whoever gives an
 *   archive up between two of them can close and delete its file
 * @param time of all files, in milliseconds
 */
export function createZipWriter(write: (bytes: Uint8Array) => Promise<void>, time: number): ZipWriter {
  const zip: ZipFile & { entries?: unknown[] } = new ZipFile();
  let done: unknown[] = [];
  const sink = createSink(write);
  const mtime = new Date(time);
  let source: Readable | undefined;
  let failure: Error | undefined;

  function fail(problem: unknown): Error {
    failure ??= asError(problem);
    sink.stream.destroy();
    // It would wait for ever for a sink that takes no more.
    source?.destroy();
    return failure;
  }

  /** Made once: `yazl` keeps it of each file to the end, with all that it knows. */
  const giveSource: SourceGiver = (take) => source && take(null, source);

  zip.on('error', fail);
  const written = pipeline(zip.outputStream, sink.stream).catch(fail);

  async function atWork<T>(work: () => Promise<T>): Promise<T> {
    if (failure) throw failure;
    sink.stream.uncork();
    try {
      return await work();
    } catch (error) {
      throw fail(error);
    } finally {
      sink.stream.cork();
      await sink.settled();
    }
  }

  /**
   * `yazl` looks through all its files twice for each one, which takes minutes for 100,000. All but the newest are done,
   * as their successors would not be read otherwise: they wait here for the directory.
   */
  function setDoneAside(): void {
    for (const entry of zip.entries?.splice(0, zip.entries.length - 1) ?? []) done.push(entry);
  }

  function putDoneBack(): void {
    if (zip.entries) zip.entries = [...done, ...zip.entries];
    done = [];
  }

  /** Comes back when the source was read to its end, which `yazl` does only as fast as the sink takes it. */
  async function addSource(
    name: string,
    pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    { size, compress = true }: { size: number; compress?: boolean },
  ): Promise<ZippedFile> {
    const sha256 = createHash('sha256');
    source = Readable.from(measured(name, pieces, size, sha256), { objectMode: false });
    zip.addReadStreamLazy(name, { mtime, mode: MODE, compressionLevel: compress ? LEVEL : 0 }, giveSource);
    await finished(source);
    setDoneAside();
    return { size, sha256: sha256.digest('hex') };
  }

  return {
    add: (name, content, options) =>
      atWork(() => addSource(name, [content], { ...options, size: content.length })),
    addPieces: (name, pieces, options) => atWork(() => addSource(name, pieces, options)),
    end: () =>
      atWork(async () => {
        putDoneBack();
        zip.end();
        await written;
        if (failure) throw failure;
        return sink.length();
      }),
  };
}

async function* measured(
  name: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size: number,
  sha256: Hash,
): AsyncGenerator<Uint8Array> {
  let got = 0;
  for await (const piece of pieces) {
    got += piece.length;
    sha256.update(piece);
    yield piece;
  }
  if (got !== size) throw new Error(`${name} has ${got} bytes, not ${size}.`);
}

/** Where the archive goes. While it is corked it only takes, until it is full; `settled` is when no write is left. */
function createSink(write: (bytes: Uint8Array) => Promise<void>) {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let length = 0;
  let writing = Promise.resolve();

  async function flush(done: (error?: Error) => void): Promise<void> {
    const bytes = Buffer.concat(waiting, waitingBytes);
    waiting = [];
    waitingBytes = 0;
    let problem: Error | undefined;
    try {
      await write(bytes);
    } catch (error) {
      problem = asError(error);
    }
    done(problem);
  }

  const stream = new Writable({
    write(piece: Uint8Array, _encoding, done) {
      waiting.push(piece);
      waitingBytes += piece.length;
      length += piece.length;
      if (waitingBytes < WRITE_BYTES) done();
      else writing = flush(done);
    },
    final(done) {
      writing = flush(done);
    },
  });
  return { stream, length: () => length, settled: () => writing };
}

function asError(problem: unknown): Error {
  return problem instanceof Error ? problem : new Error('The archive cannot be written.', { cause: problem });
}
