import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openZip } from '../../server/zip/zip-reader.ts';
import { createZipWriter } from '../../server/zip/zip-writer.ts';

/** The plain format counts bytes to here (APPNOTE.TXT 4.4.8); beyond, ZIP64 does. */
const MOST_PLAIN_BYTES = 2 ** 32 - 1;
const PIECE = Buffer.alloc(8 * 1024 * 1024);
const LONG = Math.ceil((MOST_PLAIN_BYTES + 1) / PIECE.length) * PIECE.length + PIECE.length;
const LIMITS = { entries: 10, bytes: 1e10, ratio: 2, freeBytes: 1e6 };

let place: string;
let file: FileHandle;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'commonplace-long-archive-'));
  file = await open(join(place, 'long.zip'), 'w+');
});
afterAll(async () => {
  await file.close();
  await rm(place, { recursive: true, force: true });
});

async function* pieces() {
  for (let at = 0; at < LONG; at += PIECE.length) yield PIECE;
}

it('an archive with a file of more than 4 GiB, and one behind it, is read back as it was', async () => {
  let length = 0;
  const zip = createZipWriter(async (bytes) => {
    // Nothing but zeros: the disk keeps a gap, which reads as they do.
    if (Buffer.compare(bytes, PIECE.subarray(0, bytes.length)) !== 0)
      await file.write(bytes, 0, bytes.length, length);
    length += bytes.length;
  }, 0);
  await zip.addPieces('long', pieces(), { size: LONG, compress: false });
  await zip.add('behind', Buffer.from('behind it'));
  await zip.end();
  await file.truncate(length);
  expect(length).toBeGreaterThan(LONG);

  const read = await openZip(
    {
      size: length,
      read: async (buffer, position) => (await file.read(buffer, 0, buffer.length, position)).bytesRead,
      close: async () => undefined,
    },
    LIMITS,
  );
  expect(read.entries).toEqual([
    { name: 'long', size: LONG },
    { name: 'behind', size: 9 },
  ]);
  const [long, behind] = read.entries;
  if (!long || !behind) throw new Error('There is an entry less.');
  let bytes = 0;
  for await (const piece of read.pieces(long)) bytes += piece.length;
  expect(bytes).toBe(LONG);
  const texts: Uint8Array[] = [];
  for await (const piece of read.pieces(behind)) texts.push(piece);
  expect(Buffer.concat(texts).toString()).toBe('behind it');
});
