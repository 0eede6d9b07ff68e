import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DamagedFile,
  decodeChecksummed,
  encodeChecksummed,
  encodeChecksummedRows,
} from './checksummed-json.ts';

const content = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), {
  minKeys: 1,
  noNullPrototype: true,
});

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
    const bytes = encodeChecksummedRows({ collection: 'users' }, 'records', rows);
    expect(decodeChecksummed(bytes)).toEqual({ collection: 'users', records: rows });
    expect(decodeChecksummed(encodeChecksummedRows({ seq: 0 }, 'records', []))).toEqual({
      seq: 0,
      records: [],
    });
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
});
