import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { finish } from '../sliced-work.ts';
import { decodeBase64, readBase64 } from './base64.ts';

const decode = (text: string) => finish(decodeBase64(text));

describe('a picture as text', () => {
  it('"`data:` URI accepted": its type and what follows', () => {
    expect(readBase64('data:image/png;base64,AAAA')).toEqual({ type: 'image/png', encoded: 'AAAA' });
    expect(readBase64(' DATA:image/png;name=a.png;base64,AAAA')).toEqual({
      type: 'image/png',
      encoded: 'AAAA',
    });
    expect(readBase64('AAAA')).toEqual({ type: undefined, encoded: 'AAAA' });
  });

  it('one whose data is not base64 is none', () => {
    expect(readBase64('data:image/svg+xml,<svg/>')).toBeUndefined();
    expect(readBase64('data:')).toBeUndefined();
  });

  it('comes back as it went in, whatever its length, its alphabet and its line breaks', () => {
    for (const length of [1, 2, 3, 4, 5, 100, 1_000_003, 3_200_001]) {
      const bytes = randomBytes(length);
      const text = bytes.toString('base64');
      for (const form of [text, bytes.toString('base64url'), text.replaceAll(/(.{76})/g, '$1\r\n')]) {
        expect(bytes.equals(decode(form) ?? new Uint8Array())).toBe(true);
      }
    }
  });

  it.each(['A', 'AAAAA', 'AA=A', 'AAAA====', 'AA AA!', 'ä', '=', `${'A'.repeat(1024 * 1024 - 4)}AA==AAAA`])(
    'what is no base64 is refused, not guessed at',
    (text) => {
      expect(decode(text)).toBeUndefined();
    },
  );
});
