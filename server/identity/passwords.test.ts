import { describe, expect, test } from 'vitest';
import { createPasswordHasher } from './passwords.ts';

const GOOD = 'lantern quarry velvet';

describe('the password hasher', () => {
  test('hashes with "argon2id m=64 MiB t=3 p=1"', async () => {
    const hasher = createPasswordHasher();
    const stored = await hasher.hash(GOOD);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    expect(await hasher.verify(GOOD, stored)).toBe(true);
    expect(await hasher.verify(`${GOOD} `, stored)).toBe(false);
  });

  test('compares in the normal form NFKC, however the password was typed', async () => {
    const hasher = createPasswordHasher();
    expect(await hasher.verify('lantern quarry ﬁne', await hasher.hash('lantern quarry fine'))).toBe(true);
  });

  test('"dummy hash": no password is right for somebody who has none, and it costs as much', async () => {
    let checked = 0;
    const hashing = {
      hash: async () => '',
      verify: async (stored: string) => {
        checked += 1;
        return stored.startsWith('$argon2id$v=19$m=65536,t=3,p=1$');
      },
    };
    expect(await createPasswordHasher({ hashing }).verify(GOOD, null)).toBe(false);
    expect(checked).toBe(1);
    expect(await createPasswordHasher().verify(GOOD, null)).toBe(false);
  });

  test.each([
    ['today’s', '$argon2id$v=19$m=65536,t=3,p=1$c2FsdA$aGFzaA', false],
    ['a stronger one', '$argon2id$v=19$m=131072,t=4,p=1$c2FsdA$aGFzaA', false],
    ['one with less memory', '$argon2id$v=19$m=19456,t=3,p=1$c2FsdA$aGFzaA', true],
    ['one with fewer passes', '$argon2id$v=19$m=65536,t=2,p=1$c2FsdA$aGFzaA', true],
    ['argon2i', '$argon2i$v=19$m=65536,t=3,p=1$c2FsdA$aGFzaA', true],
    ['another algorithm', '$2b$12$abc', true],
  ])('"rehash when parameters rise": %s', async (_what, stored, expected) => {
    expect(await createPasswordHasher().isOutdated(stored)).toBe(expected);
  });

  test('lets the queue fill, then refuses with "unavailable", and serves everybody who waited', async () => {
    const hasher = createPasswordHasher({ concurrency: 1, queueLength: 2 });
    const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => hasher.hash(GOOD)));
    expect(attempts.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(attempts[4]).toMatchObject({ reason: { code: 'unavailable', status: 503 } });
    expect(await hasher.hash(GOOD)).toContain('argon2id');
  });

  test('gives its place back after a failure', async () => {
    const hasher = createPasswordHasher({ concurrency: 1, queueLength: 0 });
    await expect(hasher.verify(GOOD, 'not a hash')).rejects.toThrow(/decoding failed/i);
    expect(await hasher.hash(GOOD)).toContain('argon2id');
  });
});
