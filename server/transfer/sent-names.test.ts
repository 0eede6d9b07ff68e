import { describe, expect, it } from 'vitest';
import { checkSentName } from './sent-names.ts';

const check = (...paths: string[]) => {
  const known = new Set<string>();
  for (const path of paths) checkSentName(path, known);
};

/** Security Z2: "no `..`, absolute, drive, duplicate". */
describe('the path of a file that is sent', () => {
  it.each([
    ['leads out of its folder', ['../evil.md']],
    ['leads out of its folder', ['a/../../evil.md']],
    ['has an absolute path', ['/etc/passwd.md']],
    ['has an absolute path', ['C:/a.md']],
    ['has the name of another one', ['a.md', 'a.md']],
    ['has the name of another one', ['caf\u00e9.md', 'cafe\u0301.md']],
    ['has a name that cannot be', ['a//b.md']],
    ['has a name that cannot be', ['./a.md']],
    ['has a name that cannot be', ['a\u0000.md']],
    ['has a name that cannot be', ['line\nbreak.md']],
    ['has a name that cannot be', ['..\\a.md']],
    ['has a name that cannot be', ['\ud800.md']],
    ['has a name that is too long', ['x'.repeat(1025)]],
  ])('is refused when it %s: %j', (problem, paths) => {
    expect(() => check(...paths)).toThrow(problem);
  });

  it('is never repeated in the refusal', () => {
    expect(() => check('good.md', '../evil.md')).toThrow(/^(?!.*evil).*number 2 /);
  });

  it('may be what people call their notes on any computer', () => {
    const names = ['Why? Because.md', 'a: b/“c”.md', 'A.md', 'a.md', 'con.md', 'dot.', 'x'.repeat(1024)];
    expect(() => check(...names)).not.toThrow();
  });
});
