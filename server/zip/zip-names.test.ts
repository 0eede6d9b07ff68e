import { describe, expect, it } from 'vitest';
import { hostileArchive } from '../../test/zip/hostile-archive.ts';
import { openZip } from './zip-reader.ts';

const LIMITS = { entries: 100, bytes: 100_000, ratio: 20, freeBytes: 10_000 };
const DIRECTORY_ROW = Buffer.from([0x50, 0x4b, 0x01, 0x02]);

const zipped = (...names: string[]): Promise<Buffer> =>
  hostileArchive(names.map((name) => [name, Buffer.from(name.endsWith('/') ? '' : 'content '.repeat(9))]));

function read(bytes: Buffer, limits = LIMITS) {
  const source = {
    size: bytes.length,
    read: async (buffer: Uint8Array, position: number) =>
      bytes.copy(buffer, 0, position, position + buffer.length),
    close: async () => undefined,
  };
  return openZip(source, limits);
}

/** The archive with a field of its first directory row changed, as hostile programs do it. */
function changed(bytes: Buffer, change: (row: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy.subarray(copy.indexOf(DIRECTORY_ROW)));
  return copy;
}

/** Security Z2: "no `..`, absolute, drive, symlink, duplicate-by-case". */
describe('an archive with an entry that is no plain file in its own place is refused whole', () => {
  it.each([
    ['../a'],
    ['a/../../b'],
    ['a/..'],
    ['/etc/passwd'],
    ['C:/a'],
    ['c:a'],
    ['a\\..\\b'],
    ['\\\\nas\\share'],
    ['a//b'],
    ['./a'],
    ['a/./b'],
    ['a\u0000b'],
    ['line\nbreak'],
    ['nul.md'],
    ['a/COM1'],
    ['a/con.txt'],
    ['name.'],
    ['name '],
    ['what?.md'],
    ['stream:data'],
    ['x'.repeat(256)],
    [`${'x/'.repeat(600)}y`],
  ])('%j', async (name) => {
    const attempt = read(await zipped('good.md', name));
    await expect(attempt).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('The archive is refused'),
    });
  });

  it.each([
    ['names that differ by case only', ['Read.md', 'read.MD']],
    ['the same name twice', ['a.md', 'a.md']],
    ['names that differ by how an accent is written', ['caf\u00e9.md', 'cafe\u0301.md']],
    ['a file where another needs a folder', ['a', 'a/b.md']],
    ['a file where another has made a folder', ['a/b.md', 'A']],
    ['a folder of the name of a file', ['a', 'a/']],
  ])('%s', async (_what, names) => {
    await expect(read(await zipped(...names))).rejects.toMatchObject({ code: 'bad_request' });
  });

  it.each([
    ['a symbolic link', 0o120777],
    ['a device', 0o060600],
    ['a pipe', 0o010600],
  ])('%s', async (_what, mode) => {
    const bytes = changed(await zipped('a.md'), (row) => row.writeUInt32LE((mode << 16) >>> 0, 38));
    await expect(read(bytes)).rejects.toMatchObject({ message: expect.stringContaining('link or a device') });
  });

  it('an encrypted one', async () => {
    const bytes = changed(await zipped('a.md'), (row) => row.writeUInt16LE(row.readUInt16LE(8) | 1, 8));
    await expect(read(bytes)).rejects.toMatchObject({ message: expect.stringContaining('encrypted') });
  });

  it('one that is packed in a way nobody knows', async () => {
    const bytes = changed(await zipped('a.md'), (row) => row.writeUInt16LE(99, 10));
    await expect(read(bytes)).rejects.toMatchObject({ message: expect.stringContaining('unknown way') });
  });

  it('says what is wrong, but never repeats the name, which a stranger chose', async () => {
    const refusal: unknown = await read(await zipped('good.md', '../evil')).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ message: expect.stringContaining('leads out of its folder') });
    expect(String(refusal)).not.toContain('evil');
  });
});

describe('an archive that is too much is refused before anything is unpacked', () => {
  it('more files than allowed', async () => {
    const names = Array.from({ length: 101 }, (_, index) => `${index}.md`);
    await expect(read(await zipped(...names))).rejects.toMatchObject({
      message: expect.stringContaining('100 files'),
    });
  });

  it('more bytes than allowed, and a bomb of zeros by its ratio', async () => {
    const bytes = await hostileArchive([['zeros', Buffer.alloc(90_000)]]);
    await expect(read(bytes, { ...LIMITS, bytes: 50_000 })).rejects.toMatchObject({ code: 'bad_request' });
    await expect(read(bytes)).rejects.toMatchObject({ message: expect.stringContaining('20 times longer') });
    expect((await read(bytes, { ...LIMITS, ratio: 1000 })).entries).toHaveLength(1);
  });

  it('a bomb that lies about its size is found by counting real bytes', async () => {
    const honest = await hostileArchive([['zeros', Buffer.alloc(9_000_000)]]);
    const lying = changed(honest, (row) => row.writeUInt32LE(100, 24));
    const opened = await read(lying);
    const [entry] = opened.entries;
    let got = 0;
    const reading = (async () => {
      for await (const piece of entry ? opened.pieces(entry) : []) got += piece.length;
    })();
    await expect(reading).rejects.toMatchObject({ code: 'bad_request' });
    expect(got).toBeLessThan(1000);
  });
});

it('plain names of any language are fine, and folders come with their files', async () => {
  const names = ['docs/', 'docs/Übersicht.md', 'docs/日本語/ページ.md', 'a b (1).md', '.hidden'];
  const bytes = changed(await zipped(...names), (row) => row.writeUInt32LE((0o040755 << 16) >>> 0, 38));
  const { entries } = await read(bytes);
  expect(entries.map(({ name }) => name)).toEqual(names.slice(1));
});
