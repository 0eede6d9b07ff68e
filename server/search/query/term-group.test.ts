import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../../test/search/collection.ts';
import { analyseDocument } from '../analysis/analyse-document.ts';
import { packFrequency } from '../index/frequency.ts';
import { createLiveIndex } from '../index/live-index.ts';
import { termsOfPrefix } from './expansion.ts';
import { joinTerms } from './term-group.ts';

describe('terms that count as one', () => {
  const index = createLiveIndex();
  const letters = Array.from('abcdefghi');
  const words = letters.flatMap((first) => letters.map((second) => `pump${first}${second}o`));
  const plain = { ...makeDocument(() => 0, 'doc_text'), title: '', summary: '', tags: [], content: '' };
  index.put(
    analyseDocument({ ...plain, id: 'doc_text', title: 'pumpaao', content: 'pumpaao pumpaao pumpbco valve' }),
  );
  index.put(analyseDocument({ ...plain, id: 'doc_tags', tags: words }));
  index.put(analyseDocument({ ...plain, id: 'doc_gone', content: 'pumpaao pumpbco' }));
  index.put(analyseDocument({ ...plain, id: 'doc_other', content: 'valve' }));
  index.remove('doc_gone');

  it('have the sum of their frequencies, full fields not spilling over, and each document once', () => {
    const terms = termsOfPrefix(index, 'pump', () => true);
    const { postings, documentFrequency } = joinTerms(index, index.everything(), terms);
    const found = postings.flatMap(({ documents, codes, packed, start, end }) =>
      Array.from({ length: end - start }, (_, at) => ({
        id: index.idOf(documents[start + at] ?? -1),
        frequency: packed[codes[start + at] ?? 0],
      })),
    );
    expect(found).toEqual([
      { id: 'doc_text', frequency: packFrequency(1, 0, 3) },
      { id: 'doc_tags', frequency: packFrequency(0, 81, 0) },
    ]);
    expect(documentFrequency).toBe(2);
  });
});
