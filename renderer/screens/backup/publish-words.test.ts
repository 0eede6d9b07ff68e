import { describe, expect, it } from 'vitest';
import { publishedWords, publishWords } from './publish-words.ts';

const page = { id: 'doc_a', title: 'Pumps', reason: 'It is gone.' };

describe('publishing what an import brought in', () => {
  it.each([
    [1, false, 'Publish the page'],
    [12, false, 'Publish all 12 pages'],
    [1_200, true, 'Publish the other 1,200 pages'],
  ])('offers %i (after a first go: %s): %s', (count, isRest, words) => {
    expect(publishWords(count, isRest)).toBe(words);
  });

  it('says what became of each of them, and nothing of what there is none of', () => {
    expect(publishedWords({ published: 12, waiting: 0, refused: [] })).toEqual(['12 pages are published.']);
    expect(publishedWords({ published: 1, waiting: 2, refused: [page] })).toEqual([
      '1 page is published.',
      '2 pages are in the review queue.',
      '1 page is still a draft:',
    ]);
    expect(publishedWords({ published: 0, waiting: 0, refused: [page, page] })).toEqual([
      '2 pages are still drafts:',
    ]);
  });
});
