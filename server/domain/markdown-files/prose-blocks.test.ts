import { describe, expect, it } from 'vitest';
import { proseBlocks } from './prose-blocks.ts';

const prose = (text: string) => proseBlocks(text).map(({ start, end }) => text.slice(start, end).trimEnd());

describe('the parts of a text outside of code fences', () => {
  it('ends a block at a blank line and at a fence', () => {
    expect(prose('one\ntwo\n\nthree\n```\ncode\n```\nfour')).toEqual(['one\ntwo', 'three', 'four']);
  });

  it('closes a fence only with one of the same kind that is at least as long (CommonMark 4.5)', () => {
    expect(prose('````\n```\n~~~\n````\nafter')).toEqual(['after']);
    expect(prose('~~~\n```\n~~~\nafter')).toEqual(['after']);
  });

  it('knows fences in lists and quotes, and that the end of a quote ends its fence', () => {
    expect(prose('- item\n  ```js\n  code\n  ```\n  more')).toEqual(['- item', '  more']);
    expect(prose('> ```\n> code\nafter')).toEqual(['after']);
  });

  it('takes backticks with backticks in their info text for inline code, not for a fence', () => {
    expect(prose('``` a`b\nstill prose')).toEqual(['``` a`b\nstill prose']);
  });

  it('keeps the rest of the text in a fence that is never closed', () => {
    expect(prose('before\n```\ncode\n\ncode')).toEqual(['before']);
  });
});
