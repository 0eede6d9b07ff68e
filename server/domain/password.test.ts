import { describe, expect, test } from 'vitest';
import { isContextPassword, passwordSchema } from './password.ts';

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

  test('is taken in the normal form NFKC, however it was typed', () => {
    expect(passwordSchema.parse('ｌantern quarry ﬁne')).toBe('lantern quarry fine');
  });

  test('is refused when it is little more than a name that others know', () => {
    expect(isContextPassword('ada.lovelace99', ['ada', 'Ada Lovelace'])).toBe(true);
    expect(isContextPassword('Commonplace-1', [])).toBe(true);
    expect(isContextPassword(GOOD, ['ada', 'Ada Lovelace', null])).toBe(false);
    expect(isContextPassword('lovelace quarry velvet', ['Lovelace'])).toBe(false);
  });
});
