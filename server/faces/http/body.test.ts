import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { readBytes } from './body.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

describe('a body that comes in pieces', () => {
  const incoming = () => new IncomingMessage(new Socket());

  test('is whole, whatever the sizes of the pieces, up to the limit exactly', async () => {
    const text = Array.from({ length: 40_000 }, (_, index) => String(index)).join(' ');
    const bytes = Buffer.from(text);
    const request = incoming();
    const reading = readBytes(request, bytes.length);
    for (let start = 0, size = 1; start < bytes.length; start += size, size = (size * 7) % 9973) {
      request.push(bytes.subarray(start, start + size));
    }
    request.push(null);
    expect((await reading).toString('utf8')).toBe(text);
  });

  test('of many megabytes is whole, too', async () => {
    const bytes = Buffer.alloc(9 * 1024 * 1024, 'abcdefg');
    const request = incoming();
    const reading = readBytes(request, bytes.length);
    for (let start = 0; start < bytes.length; start += 65_536)
      request.push(bytes.subarray(start, start + 65_536));
    request.push(null);
    expect((await reading).equals(bytes)).toBe(true);
  });

  test('keeps no piece: a megabyte in pieces of one byte would hold a hundred megabytes', async () => {
    const request = incoming();
    const reading = readBytes(request, 1024);
    const piece = new WeakRef(pushed(request));
    await turn();
    await turn();
    if (typeof collectGarbage === 'function') collectGarbage();
    expect(piece.deref()).toBeUndefined();
    request.push(null);
    expect((await reading).toString('utf8')).toBe('a');
  });
});

function pushed(request: IncomingMessage): Buffer {
  const piece = Buffer.from('a');
  request.push(piece);
  return piece;
}
