import { describe, expect, it } from 'vitest';
import { checkedWords, dataWords } from './data-words.ts';

const whole = { read_only: null, damaged: 0, lost: 0, loss: 'none' } as const;

describe('what is said of damaged files', () => {
  it.each([
    [{ damaged: 1 }, 'One damaged file was put right'],
    [{ damaged: 3 }, '3 damaged files were put right'],
    [{ damaged: 1, lost: 1, loss: 'final' }, 'One file is lost; everything else works on'],
    [
      { damaged: 2, lost: 2, loss: 'acceptable', read_only: 'a.json' },
      '2 files are lost: nothing can be changed until you decide',
    ],
    [
      { damaged: 2, lost: 2, loss: 'accepted', read_only: 'a.json' },
      'You go on without what is lost, from the next start',
    ],
    [
      { damaged: 2, lost: 2, loss: 'final', read_only: 'the key' },
      'Nothing can be changed in this workspace any more',
    ],
  ] as const)('%j: “%s”', (state, title) => {
    expect(dataWords({ ...whole, ...state }).title).toBe(title);
  });

  it('a disk that took no change is named in its own words', () => {
    const { title, meaning } = dataWords({ ...whole, read_only: 'the journal could not be written.' });
    expect(title).toBe('Nothing can be changed: the disk did not take a change');
    expect(meaning).toMatch(/^The journal could not be written\. Pages can be read\./);
  });

  it('after a check of all files: whether they are whole', () => {
    expect(checkedWords({ files: { checked: 1, damage: [] } })).toBe(
      '1 file checked: all of them are whole.',
    );
  });
});
