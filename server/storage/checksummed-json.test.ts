import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../sliced-work.ts';
import {
  DamagedFile,
  decodeChecksummed,
  decodeChecksummedInSlices,
  encodeChecksummed,
  encodeChecksummedInSlices,
  encodeChecksummedRows,
} from './checksummed-json.ts';

const content = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), {
  minKeys: 1,
  noNullPrototype: true,
});

const inRows = (header: object, rows: readonly unknown[]) =>
  Buffer.concat(finish(encodeChecksummedRows(header, 'records', rows)));

describe('a file with its checksum', () => {
  it('is plain JSON that any program can read, and gives back what was written', () => {
    fc.assert(
      fc.property(content, (value) => {
        const written = { value };
        const bytes = encodeChecksummed(written);
        const plain = JSON.parse(JSON.stringify(written));
        expect(decodeChecksummed(bytes)).toEqual(plain);
        expect(JSON.parse(bytes.toString('utf8'))).toEqual({ checksum: expect.any(String), ...plain });
      }),
    );
  });

  it('with one record a line reads the same way', () => {
    const rows = [{ id: 'a' }, { id: 'b', text: 'ü\n' }];
    const bytes = inRows({ collection: 'users' }, rows);
    expect(decodeChecksummed(bytes)).toEqual({ collection: 'users', records: rows });
    expect(decodeChecksummed(inRows({ seq: 0 }, []))).toEqual({ seq: 0, records: [] });
    expect(bytes.toString('utf8').split('\n')).toHaveLength(9);
  });

  it('that is cut anywhere or has any bit flipped is refused', () => {
    const bytes = encodeChecksummed({ id: 'doc_a', content: 'Some text' });
    for (let at = 0; at < bytes.length; at += 1) {
      expect(() => decodeChecksummed(bytes.subarray(0, at))).toThrow(DamagedFile);
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 4;
      expect(() => decodeChecksummed(flipped)).toThrow(DamagedFile);
    }
  });

  it('that is long is written and read in slices, and is the same file', () => {
    const long = { id: 'doc_a', content: '\n"ü😀'.repeat(300_000), tags: ['a'], parent: null };
    const pieces = finish(encodeChecksummedInSlices(long));
    const bytes = encodeChecksummed(long);
    // Compared like this, for a difference would be printed whole.
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    expect(pieces.length).toBeGreaterThan(3);
    expect([...decodeChecksummedInSlices(bytes)].length).toBeGreaterThan(3);
    expect(JSON.stringify(finish(decodeChecksummedInSlices(bytes))) === JSON.stringify(long)).toBe(true);
    expect(() => finish(decodeChecksummedInSlices(bytes.subarray(0, -1)))).toThrow(DamagedFile);
    expect(finish(encodeChecksummedInSlices({ id: 'a' }))).toEqual([encodeChecksummed({ id: 'a' })]);
  });

  it('with very many records is made in slices', () => {
    const rows = Array.from({ length: 5000 }, (_, id) => ({ id }));
    expect([...encodeChecksummedRows({ seq: 1 }, 'records', rows)].length).toBe(10);
    expect(decodeChecksummed(inRows({ seq: 1 }, rows))).toEqual({ seq: 1, records: rows });
  });

  it('with what only JSON allows, and we never write, is read all the same', () => {
    const odd = { id: 'a', content: `\0${'x'.repeat(600_000)}` };
    expect(
      JSON.stringify(finish(decodeChecksummedInSlices(encodeChecksummed(odd)))) === JSON.stringify(odd),
    ).toBe(true);
  });
});
