import { afterEach, describe, expect, it, vi } from 'vitest';
import { printError } from './output.ts';

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
