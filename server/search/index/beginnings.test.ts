import { expect, it } from 'vitest';
import { beginPhrase, createBeginnings, keepBeginnings, markBeginnings } from './beginnings.ts';
import { writePositions } from './positions.ts';
import { growingBytes } from './varint.ts';

function streamOf(...positions: number[]): Uint8Array {
  const stream = growingBytes();
  writePositions(stream, Uint32Array.from(positions), 0, positions.length);
  return stream.bytes.slice(0, stream.length);
}

it('beginnings are those that all terms agree on, when marks have run out too', () => {
  const beginnings = createBeginnings();
  const lastOf = (left: Uint8Array, right: Uint8Array) => {
    beginPhrase(beginnings, 2);
    markBeginnings(beginnings, left, 0, 1);
    keepBeginnings(beginnings, right, 0, 0, false);
    return beginnings.last;
  };
  expect(lastOf(streamOf(3, 80, 9000), streamOf(4, 9001))).toBe(9001);
  beginnings.mark = 2 ** 32 - 5;
  expect(lastOf(streamOf(6), streamOf(7))).toBe(7);
  expect(lastOf(streamOf(6), streamOf(8))).toBe(-1);
  expect(beginnings.mark).toBeLessThan(10);
  expect(lastOf(streamOf(3), streamOf(7))).toBe(-1);
  expect(lastOf(streamOf(), streamOf(7))).toBe(-1);
  expect(lastOf(streamOf(3), streamOf())).toBe(-1);
});

it('of beginnings the first is enough when that is asked for, and tells how far was read', () => {
  const beginnings = createBeginnings();
  const stream = streamOf(3, 80, 9000);
  markBeginnings(beginnings, stream, 0, 1);
  expect(markBeginnings(beginnings, stream, 0, 1)).toBe(stream.length - 1);
  expect(keepBeginnings(beginnings, streamOf(4, 81), 0, 0, true)).toBe(0);
  expect(beginnings.last).toBe(4);
});
