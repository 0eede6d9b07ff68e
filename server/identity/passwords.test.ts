import { describe, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { createPasswordHasher, passwordSchema, refuseContextPassword } from './passwords.ts';

const GOOD = 'lantern quarry velvet';

describe('a new password', () => {
  test.each([
    ['has fewer than 12 characters', 'k3#Vm9!pQx2'],
    ['has 12 UTF-16 units but 6 characters', '🦊🐙🦉🐝🦂🦔'],
    ['has more than 1,024 bytes', 'ö'.repeat(513)],
    ['holds a NUL', `${GOOD}\0`],
    ['holds half a surrogate pair', `${GOOD}\ud800`],
    ['is a common word with digits and signs', 'Welcome2024!!'],
    ['is common words one after another', 'iloveyouprincess'],
    ['is a common word with look-alike signs', 'P@ssw0rd1234'],
    ['is one short piece repeated', 'xkqxkqxkqxkq'],
    ['is one character repeated', 'zzzzzzzzzzzzzz'],
    ['is a row of the keyboard', 'qwertyuiopas'],
    ['is a row of the keyboard backwards', '098765432109'],
    ['is the famous one', 'correct horse battery staple'],
  ])('that %s is refused', (_reason, password) => {
    expect(passwordSchema.safeParse(password).success).toBe(false);
  });

  test.each([GOOD, 'k3#Vm9!pQx2z', '我喜歡在雨天讀關於燈塔的老書', 'aubergine 47 sideways'])(
    '%s is taken',
    (password) => {
      expect(passwordSchema.parse(password)).toBe(password);
    },
  );

  test('is compared in the normal form NFKC, however it was typed', async () => {
    expect(passwordSchema.parse('ｌantern quarry ﬁne')).toBe('lantern quarry fine');
    const hasher = createPasswordHasher();
    expect(await hasher.verify('lantern quarry ﬁne', await hasher.hash('lantern quarry fine'))).toBe(true);
  });

  test('is refused when it is little more than a name that others know', () => {
    expect(() => refuseContextPassword('ada.lovelace99', ['ada', 'Ada Lovelace'])).toThrow(AppError);
    expect(() => refuseContextPassword('Commonplace-1', [])).toThrow(AppError);
    expect(() => refuseContextPassword(GOOD, ['ada', 'Ada Lovelace', null])).not.toThrow();
    expect(() => refuseContextPassword('lovelace quarry velvet', ['Lovelace'])).not.toThrow();
  });
});

describe('the password hasher', () => {
  test('hashes with "argon2id m=64 MiB t=3 p=1"', async () => {
    const hasher = createPasswordHasher();
    const stored = await hasher.hash(GOOD);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    expect(await hasher.verify(GOOD, stored)).toBe(true);
    expect(await hasher.verify(`${GOOD} `, stored)).toBe(false);
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
