import { expect, test } from 'vitest';
import { mintTypedCode, parseTypedCode, showTypedCode } from './typed-code.ts';

test('a code has ten letters and figures, none of which is taken for another', () => {
  for (let round = 0; round < 1000; round += 1) expect(mintTypedCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
});

test('as it is shown, it is understood', () => {
  const code = mintTypedCode();
  expect(showTypedCode(code)).toBe(`${code.slice(0, 5)}-${code.slice(5)}`);
  expect(parseTypedCode(showTypedCode(code))).toBe(code);
});

test.each(['7Q3KD-M9XT0', '7q3kd m9xto', ' 7q3kd–m9xtO\n', '7Q3KDM9XT0'])(
  'however it is typed, e.g. as %j, it is the same code',
  (typed) => {
    expect(parseTypedCode(typed)).toBe('7Q3KDM9XT0');
  },
);

test.each(['', '7Q3KD-M9XT', '7Q3KD-M9XT00', '7Q3KD-M9XTU', 'x'.repeat(100_000), '７Q3KDM9XT0'])(
  'what cannot be a code is none: %j',
  (typed) => {
    expect(parseTypedCode(typed)).toBeUndefined();
  },
);
