import { describe, expect, it } from 'vitest';
import { takeFirstHeading } from './first-heading.ts';

describe('the first level-one heading', () => {
  it('leaves the text with one blank line, so that no page shows its title twice', () => {
    expect(takeFirstHeading('# Title\n\n\nText.\n')).toEqual({ title: 'Title', rest: '\nText.\n' });
    expect(takeFirstHeading('Before\n\n# Title #\nText')).toEqual({ title: 'Title', rest: 'Before\n\nText' });
    expect(takeFirstHeading('Title\n=====\n\nText')).toEqual({ title: 'Title', rest: 'Text' });
    expect(takeFirstHeading('# Title\r\n\r\nText\r\n')).toEqual({ title: 'Title', rest: 'Text\r\n' });
  });

  it.each([
    ['# `app` and **more**', 'app and more'],
    ['# [Docs](x.md) of *it*', 'Docs of it'],
    ['# snake_case_name {#anchor}', 'snake_case_name'],
    ['# C\\# and 2 \\* 3', 'C# and 2 * 3'],
  ])('of %j is plain text', (text, title) => {
    expect(takeFirstHeading(text)?.title).toBe(title);
  });

  it('is not found in code, in deeper headings, in an empty heading or in plain text', () => {
    expect(takeFirstHeading('```\n# no\n```\n\n## Two\n\n#tag\n\n#\n')).toBeUndefined();
  });
});
