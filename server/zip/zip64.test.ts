import { beforeAll, describe, expect, it } from 'vitest';
import { openZip, type ZipSource } from './zip-reader.ts';
import { createZipWriter } from './zip-writer.ts';

/** The fields of the plain format count to here (APPNOTE.TXT 4.4.21); beyond, those of ZIP64 do. */
const MOST_PLAIN_ENTRIES = 0xffff;
const LIMITS = { entries: 100_000, bytes: 1e9, ratio: 200, freeBytes: 1e6 };

async function archiveOf(entries: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const zip = createZipWriter(async (bytes) => void pieces.push(bytes), 0);
  for (let number = 0; number < entries; number += 1)
    await zip.add(`versions/${number}.json`, Buffer.from(String(number)), { compress: false });
  const length = await zip.end();
  const archive = Buffer.concat(pieces);
  expect(length).toBe(archive.length);
  return archive;
}

function sourceOf(bytes: Buffer): ZipSource {
  return {
    size: bytes.length,
    read: async (buffer, position) => bytes.copy(buffer, 0, position, position + buffer.length),
    close: async () => undefined,
  };
}

async function textOf(zip: Awaited<ReturnType<typeof openZip>>, index: number): Promise<string> {
  const entry = zip.entries[index];
  if (!entry) throw new Error('There is no such entry.');
  const pieces: Uint8Array[] = [];
  for await (const piece of zip.pieces(entry)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Where the record that ends the directory of a long archive begins (APPNOTE.TXT 4.3.14). */
const ZIP64_END = Buffer.from([0x50, 0x4b, 0x06, 0x06]);

describe('an archive of more files than the plain format counts', () => {
  const ENTRIES = MOST_PLAIN_ENTRIES + 100;
  let archive: Buffer;
  beforeAll(async () => void (archive = await archiveOf(ENTRIES)));

  it('says so, and has all of them, each once', async () => {
    expect(archive.includes(ZIP64_END)).toBe(true);
    const zip = await openZip(sourceOf(archive), LIMITS);
    expect(zip.entries).toHaveLength(ENTRIES);
    expect(new Set(zip.entries.map(({ name }) => name)).size).toBe(ENTRIES);
    for (const index of [0, MOST_PLAIN_ENTRIES - 1, MOST_PLAIN_ENTRIES, ENTRIES - 1])
      expect(await textOf(zip, index)).toBe(String(index));
  });

  it('is refused where fewer are allowed, and when its end is cut', async () => {
    const few = { ...LIMITS, entries: MOST_PLAIN_ENTRIES };
    await expect(openZip(sourceOf(archive), few)).rejects.toMatchObject({ code: 'bad_request' });
    const cut = archive.subarray(0, archive.lastIndexOf(ZIP64_END) + 20);
    await expect(openZip(sourceOf(cut), LIMITS)).rejects.toMatchObject({ code: 'bad_request' });
  });

  it.each<[string, number, bigint]>([
    ['names one file more', 32, BigInt(ENTRIES) + 1n],
    ['names more files than there are numbers', 32, 2n ** 64n - 1n],
    ['says that its directory starts elsewhere', 48, 1n],
    ['says that its directory starts behind it', 48, 2n ** 53n],
  ])('is refused when it %s', async (_what, at, value) => {
    const changed = Buffer.from(archive);
    changed.writeBigUInt64LE(value, changed.lastIndexOf(ZIP64_END) + at);
    await expect(openZip(sourceOf(changed), LIMITS)).rejects.toMatchObject({ code: 'bad_request' });
  });
});
