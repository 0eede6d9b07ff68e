import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { completeBlocks } from './block-completion.ts';

/** The names of the blocks that are offered at the end of a text. */
function offered(text: string): readonly string[] {
  const state = EditorState.create({ doc: text });
  const result = completeBlocks(new CompletionContext(state, text.length, false));
  return result?.options.map(({ label }) => label) ?? [];
}

describe('blocks are offered', () => {
  it('after a slash, all of them, and those that fit what is written behind it', () => {
    expect(offered('Text.\n\n/')).toEqual(expect.arrayContaining(['Tabs', 'Callout']));
    expect(offered('/tab')).toContain('Tabs');
    expect(offered('/tab')).not.toContain('Callout');
  });

  it('after the beginning of a directive', () => {
    expect(offered(':::ta')).toContain('Tabs');
  });

  it.each([':::note\nText.\n:::', '::::tabs\n:::tab[A]\nx\n:::\n::::', 'a/b', 'a /', 'a ::x'])(
    'not in %j, where Enter has to begin a new line',
    (text) => {
      expect(offered(text)).toEqual([]);
    },
  );
});
