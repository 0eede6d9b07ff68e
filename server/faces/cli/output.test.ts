import { afterEach, describe, expect, it, vi } from 'vitest';
import { badRequest } from '../../errors.ts';
import { createOutput, printError } from './output.ts';

/** What a command says on standard error. */
function said(error: unknown, json: boolean): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  printError(error, json);
  return write.mock.calls.map(([text]) => String(text)).join('');
}

afterEach(() => vi.restoreAllMocks());

describe('a fault of the program itself', () => {
  it('is told with what a report of it needs, for a command writes no log', () => {
    const words = said(new TypeError('records is not iterable'), false);
    expect(words).toMatch(/^commonplace: Something went wrong inside Commonplace\.\n/);
    expect(words).toContain('TypeError: records is not iterable');
    expect(words).toContain('output.test.ts');
  });

  it('is told to programs as one line of JSON', () => {
    const line = said('nonsense', true);
    expect(JSON.parse(line)).toMatchObject({
      error: { code: 'internal', hint: 'Please report it, with these lines: nonsense' },
    });
  });
});

describe('names and texts of others', () => {
  it.each([
    ['the title of the window', 'l\u001b]0;mine\u0007.md', 'l\ufffd]0;mine\ufffd.md'],
    ['a screen that is cleared', '\u001b[2J\u001b[Hdone', '\ufffd[2J\ufffd[Hdone'],
    ['a command in one byte', '\u009b2Jdone', '\ufffd2Jdone'],
    ['a line that is written over', 'safe\rdone', 'safe\ufffddone'],
    ['a name that is turned around', 'txt.\u202eexe', 'txt.\ufffdexe'],
    ['hidden words', '\u001b[8mword', '\ufffd[8mword'],
    [
      'our own colours, lines and columns',
      '\u001b[32mfine\u001b[0m\n\tнет',
      '\u001b[32mfine\u001b[0m\n\tнет',
    ],
  ])('give the terminal no orders: %s', (_what, words, shown) => {
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    createOutput(false).answer({}, words);
    expect(out.mock.calls).toEqual([[`${shown}\n`]]);
    expect(said(badRequest(words), false)).toBe(`commonplace: ${shown}\n`);
  });
});
