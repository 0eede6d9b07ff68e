import { describe, expect, it } from 'vitest';
import { blockDefinitions } from '../../../server/markdown/blocks/catalog.ts';
import { firstWords } from './insert-block.ts';
import { difference } from './replace-text.ts';

describe('a block that is inserted', () => {
  it('has the words selected that are to be written over', () => {
    const selected = Object.fromEntries(
      blockDefinitions.map(({ name, syntax }) => {
        const { from, to } = firstWords(syntax);
        return [name, syntax.slice(from, to)];
      }),
    );
    expect(selected).toMatchInlineSnapshot(`
      {
        "accordion": "Why?",
        "callout": "Stop the sync first.",
        "checklist": "Close the valve",
        "decision": "start: lost",
        "embed": "Status",
        "mermaid": "flowchart LR",
        "plantuml": "@startuml",
        "quiz": "Close the valve",
        "table": "Part",
        "tabs": "macOS",
        "video": "Valve reset",
      }
    `);
  });
});

describe('a text that becomes another one', () => {
  it.each([
    ['one two three', 'one 2 three', { from: 4, to: 7, insert: '2' }],
    ['aaa', 'aaaa', { from: 3, to: 3, insert: 'a' }],
    ['', 'new', { from: 0, to: 0, insert: 'new' }],
    ['same', 'same', null],
  ])('is changed only where it differs: %j → %j', (before, after, expected) => {
    expect(difference(before, after)).toEqual(expected);
  });
});
