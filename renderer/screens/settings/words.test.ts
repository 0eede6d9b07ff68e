import { describe, expect, it } from 'vitest';
import { indexShare, indexWords, rebuildShare, rebuildWords } from './index-words.ts';
import { semanticWords } from './semantic-words.ts';

const index = { state: 'ready', indexed: 12, documents: 12, problem: null } as const;

describe('what Settings says of the search index', () => {
  it.each([
    [index, 'All 12 pages can be found.'],
    [{ ...index, indexed: 1, documents: 1 }, 'One page can be found.'],
    [{ ...index, state: 'building', indexed: 3 }, 'Reading the pages: 3 of 12 can be found by now.'],
    [{ ...index, state: 'off' }, 'This server was started without search.'],
    [{ ...index, state: 'unavailable' }, 'Search does not answer. Building the index anew mends it.'],
    [{ ...index, problem: 'The disk is full.' }, 'The disk is full.'],
  ] as const)('%j: %s', (status, words) => {
    expect(indexWords(status)).toBe(words);
  });

  it.each([
    [3, 12, 25],
    [0, 0, 100],
  ])('%i of %i is %i %', (indexed, documents, share) => {
    expect(indexShare({ ...index, indexed, documents })).toBe(share);
  });

  it.each([
    [null, 0, 'Building the index anew. Searches are answered meanwhile.'],
    [
      { done: 1_250, total: 5_000 },
      25,
      'Building the index anew: 1,250 of 5,000 pages read. Searches are answered meanwhile.',
    ],
    [{ done: 5_000, total: 5_000 }, 100, 'All pages are read; the new index is being saved.'],
  ])('of a building anew that is at %j: %i %', (progress, share, words) => {
    expect(rebuildShare(progress)).toBe(share);
    expect(rebuildWords(progress)).toBe(words);
  });
});

describe('what Settings says of search by meaning', () => {
  const semantic = { model: 'm', embedded: 2, documents: 9, problem: null, retry_at: null };

  it.each([
    ['off', 'Search by meaning is off.'],
    ['ready', 'Ready: 9 of 9 pages are prepared.'],
    ['building', 'Preparing: 2 of 9 pages are done.'],
  ] as const)('%s: %s', (state, words) => {
    expect(semanticWords({ ...semantic, state })).toBe(words);
  });

  it('names what the service answered when it fails', () => {
    const words = semanticWords({ ...semantic, state: 'failing', problem: 'It refused the key (401).' });
    expect(words).toBe('The service does not answer: It refused the key (401). It is tried again by itself.');
  });
});
