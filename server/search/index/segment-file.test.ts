import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../test/bench/corpus.ts';
import { analyseDocument } from '../analysis/analyse-document.ts';
import { buildSegment } from './live-index.ts';
import { emptySegment } from './merge-segments.ts';
import { decodeSegment, encodeSegment } from './segment-file.ts';

function savedIndex(): Buffer {
  const segment = buildSegment(
    Array.from({ length: 30 }, (_, index) =>
      analyseDocument({
        id: `d${index}`,
        title: `Title ${index}`,
        summary: '',
        tags: [`tag${index % 3}`],
        type: 'sop',
        status: 'published',
        space_id: 's1',
        author_id: 'u1',
        updated_at: '2026-01-02T03:04:05.000Z',
        content: `words number${index} and 東京 maxOldSpace `.repeat(index),
        stamp: `${index}`,
      }),
    ),
  );
  return Buffer.from(encodeSegment(segment));
}

const refusalOf = (bytes: Uint8Array) => {
  const decoded = decodeSegment(bytes);
  return 'refusal' in decoded ? decoded.refusal : undefined;
};

describe('the file of an index', () => {
  it('opens as what was saved, from memory of its own or from shared memory as it is', () => {
    const file = savedIndex();
    const shared = new Uint8Array(new SharedArrayBuffer(file.length));
    shared.set(file);
    for (const bytes of [file, Buffer.concat([Buffer.alloc(3), file]).subarray(3), shared]) {
      const decoded = decodeSegment(bytes);
      expect('segment' in decoded && Buffer.from(encodeSegment(decoded.segment)).equals(file)).toBe(true);
    }
    const decoded = decodeSegment(shared);
    expect('segment' in decoded && decoded.segment.buffer).toBe(shared.buffer);
  });

  it('opens when nothing is in it', () => {
    expect(refusalOf(encodeSegment(emptySegment()))).toBeUndefined();
  });

  it('is refused with one bit changed, wherever it is', () => {
    const file = savedIndex();
    const random = seededRandom(3);
    const places = [
      ...Array(256).keys(),
      ...Array.from({ length: 500 }, () => Math.floor(random() * file.length)),
    ];
    for (const place of [...places, file.length - 1]) {
      const bit = 1 << Math.floor(random() * 8);
      const damaged = Buffer.from(file);
      damaged[place]! ^= bit;
      expect([place, refusalOf(damaged)]).toEqual([place, expect.any(String)]);
    }
  });

  it('is refused when it is cut off or continued anywhere', () => {
    const file = savedIndex();
    for (let length = 0; length < file.length; length += length < 300 ? 1 : 97) {
      expect([length, refusalOf(file.subarray(0, length))]).toEqual([length, expect.any(String)]);
    }
    for (const more of [1, 7, 8, 4096])
      expect(refusalOf(Buffer.concat([file, Buffer.alloc(more)]))).toBe('damaged');
  });

  it('is refused when a stretch of it is zeros, as a torn write leaves it', () => {
    const file = savedIndex();
    for (let start = 0; start + 512 <= file.length; start += 512) {
      const torn = Buffer.from(file).fill(0, start, start + 512);
      const wasZero = torn.equals(file);
      expect([start, wasZero || refusalOf(torn) !== undefined]).toEqual([start, true]);
    }
  });

  it.each([
    ['something else', Buffer.from('{"version":1,"something":"else altogether"}'), 'not_an_index'],
    ['nothing', Buffer.alloc(0), 'not_an_index'],
    ['the layout of another version', withNumber(savedIndex(), 3, 999), 'other_format'],
    ['words found in another way', withNumber(savedIndex(), 4, 999), 'other_analysis'],
    ['other content', withNumber(savedIndex(), 40, 5), 'damaged'],
  ])('says why it does not take %s', (_case, bytes, refusal) => {
    expect(refusalOf(bytes)).toBe(refusal);
  });
});

function withNumber(file: Buffer, index: number, value: number): Buffer {
  file.writeUInt32LE(value, index * 4);
  return file;
}
