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
