import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { AppError } from '../errors.ts';
import { openZip, type OpenZip, type ZipSource } from './zip-reader.ts';
import { createZipWriter, type ZipWriter } from './zip-writer.ts';

const LIMITS = { entries: 10_000, bytes: 1e9, ratio: 200, freeBytes: 1e6 };
const TIME = Date.UTC(2026, 10, 21, 12, 30, 0);

async function zipped(fill: (zip: ZipWriter) => Promise<unknown>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const zip = createZipWriter(async (bytes) => void pieces.push(bytes), TIME);
  await fill(zip);
  await zip.end();
  return Buffer.concat(pieces);
}

function sourceOf(bytes: Buffer): ZipSource {
  return {
    size: bytes.length,
    read: async (buffer, position) =>
      bytes.copy(buffer, 0, position, position + Math.min(buffer.length, 7777)),
    close: async () => undefined,
  };
}

async function contents(zip: OpenZip): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of zip.entries) {
    const pieces: Uint8Array[] = [];
    for await (const piece of zip.pieces(entry)) pieces.push(piece);
    found[entry.name] = Buffer.concat(pieces).toString('latin1');
  }
  return found;
}

async function* inPieces(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

describe('an archive that was written', () => {
  const long = Buffer.from('0123456789abcdef'.repeat(200_000));
  const noise = Buffer.from(Array.from({ length: 40_000 }, (_, index) => (index * 7919) & 255));
  const fill = async (zip: ZipWriter) => {
    await zip.add('short.txt', Buffer.from('short short short short short short'));
    await zip.add('empty', Buffer.alloc(0));
    await zip.add('noise', noise);
    await zip.add('long', long);
    await zip.addPieces('pieces', inPieces(long, 70_001), { size: long.length });
    await zip.addPieces('as it is', inPieces(noise, 999), { size: noise.length, compress: false });
    await zip.add('Ünïcödé/文.md', Buffer.from('x'));
  };

  it('is read back as it was, short files and long ones, packed and not', async () => {
    const bytes = await zipped(fill);
    expect(bytes.length).toBeLessThan(long.length / 10 + 2 * noise.length);
    const read = await contents(await openZip(sourceOf(bytes), LIMITS));
    expect(Object.keys(read)).toEqual([
      'short.txt',
      'empty',
      'noise',
      'long',
      'pieces',
      'as it is',
      'Ünïcödé/文.md',
    ]);
    expect(crc32(Buffer.from(read['long'] ?? '', 'latin1'))).toBe(crc32(long));
    expect(crc32(Buffer.from(read['pieces'] ?? '', 'latin1'))).toBe(crc32(long));
    expect(crc32(Buffer.from(read['as it is'] ?? '', 'latin1'))).toBe(crc32(noise));
  });

  it('says of each file when it was written and that it is for its owner only', async () => {
    const zip = await fromBufferPromise(await zipped(fill), { autoClose: false });
    const said: unknown[] = [];
    for await (const entry of zip.eachEntry())
      said.push([entry.getLastModDate().getTime(), entry.externalFileAttributes >>> 16]);
    expect(said).toEqual(Array.from({ length: 7 }, () => [TIME, 0o100600]));
  });

  it('compresses what it is told to, and nothing else', async () => {
    const packed = await zipped((zip) => zip.add('long', long));
    const stored = await zipped((zip) => zip.add('long', long, { compress: false }));
    expect(packed.length).toBeLessThan(long.length / 10);
    expect(stored.length).toBeGreaterThan(long.length);
  });

  it('answers the size and the SHA-256 of each file, and its own length at the end', async () => {
    let length = 0;
    const zip = createZipWriter(async (bytes) => void (length += bytes.length), TIME);
    const sha256 = hash('sha256', noise);
    expect(await zip.add('a', noise)).toEqual({ size: noise.length, sha256 });
    expect(await zip.addPieces('b', inPieces(noise, 999), { size: noise.length })).toEqual({
      size: noise.length,
      sha256,
    });
    expect(await zip.end()).toBe(length);
  });

  it('cannot be finished with pieces that are not as long as was said', async () => {
    const attempt = zipped((zip) => zip.addPieces('a', inPieces(noise, 100), { size: noise.length + 1 }));
    await expect(attempt).rejects.toThrow('40000');
  });
});

describe('an archive that is damaged', () => {
  it('is refused wherever it was cut', async () => {
    const bytes = await zipped(async (zip) => {
      await zip.add('a.txt', Buffer.from('hello hello hello hello'));
      await zip.add('b.txt', Buffer.from('x'));
    });
    for (let length = 0; length < bytes.length; length += 1) {
      const attempt = openZip(sourceOf(bytes.subarray(0, length)), LIMITS).then(contents);
      await expect(attempt).rejects.toMatchObject({ code: 'bad_request' });
    }
  });

  it('never gives other words than those that were written, whatever bit has flipped', async () => {
    const words = 'hello hello hello hello';
    const bytes = await zipped((zip) => zip.add('a.txt', Buffer.from(words)));
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const copy = Buffer.from(bytes);
      copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const read = await openZip(sourceOf(copy), LIMITS)
        .then(contents)
        .catch((error: unknown) => ({ refused: error instanceof AppError ? words : String(error) }));
      expect(new Set(Object.values(read))).toSatisfy((found: Set<string>) =>
        [...found].every((one) => one === words),
      );
    }
  });
});
