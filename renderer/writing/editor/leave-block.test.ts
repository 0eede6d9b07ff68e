import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { leaveBlock } from './leave-block.ts';

/** What Enter makes of a text whose cursor is the `|`; null when it is left to what Enter does otherwise. */
function enter(text: string): string | null {
  const at = text.indexOf('|');
  let state = EditorState.create({
    doc: text.replace('|', ''),
    selection: { anchor: at },
    extensions: markdown({ base: markdownLanguage }),
  });
  const isTaken = leaveBlock({ state, dispatch: (change) => (state = state.update(change).state) });
  const { head } = state.selection.main;
  return isTaken ? `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}` : null;
}

describe('Enter on an empty line at the end of a block leads out of it', () => {
  it.each([
    ['at the end of the text', ':::note\nText\n|\n:::', ':::note\nText\n:::\n|'],
    ['above an empty line', ':::note\nText\n  |\n:::\n\nMore', ':::note\nText\n:::\n|\nMore'],
    ['above text', ':::note\nText\n|\n:::\nMore', ':::note\nText\n:::\n|\nMore'],
    [
      'of a tab, into the tabs',
      '::::tabs\n:::tab[A]\nText\n|\n:::\n::::',
      '::::tabs\n:::tab[A]\nText\n:::\n|\n::::',
    ],
    [
      'of the last tab, a second time out of the tabs',
      '::::tabs\n:::tab[A]\nText\n:::\n|\n::::\n',
      '::::tabs\n:::tab[A]\nText\n:::\n::::\n|',
    ],
  ])('%s', (_, before, after) => {
    expect(enter(before)).toBe(after);
  });
});

describe('Enter is what it always is', () => {
  it.each([
    ['in a block that is still empty', ':::note[Title]\n|\n:::'],
    ['in the middle of a block', ':::note\nText\n|\nMore\n:::'],
    ['behind words', ':::note\nText|\n:::'],
    ['on a second empty line, which somebody made on purpose', ':::note\nText\n\n|\n:::'],
    ['before the next block begins', 'Text\n|\n:::note\nText\n:::'],
    ['in an example of Markdown', '````\n:::note\nText\n|\n:::\n````'],
    ['at the end of a text', 'Text\n|'],
    ['at the start of a text', '|\n:::'],
  ])('%s', (_, text) => {
    expect(enter(text)).toBeNull();
  });

  it('over something that is selected', () => {
    const state = EditorState.create({ doc: ':::note\nText\n \n:::', selection: { anchor: 13, head: 14 } });
    expect(leaveBlock({ state, dispatch: () => undefined })).toBe(false);
  });
});
