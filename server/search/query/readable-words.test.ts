import { beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../test/bench/corpus.ts';
import { makeDocument, pick } from '../../../test/search/collection.ts';
import { plainDocument } from '../../../test/search/plain-search.ts';
import { analyseDocument } from '../analysis/analyse-document.ts';
import { createLiveIndex } from '../index/live-index.ts';
import { mergeSegments } from '../index/merge-segments.ts';
import type { SearchableDocument } from '../searchable-document.ts';
import { readableWords } from './readable-words.ts';

const spaces = (drafts: boolean, ...ids: string[]) => ids.map((id) => ({ space_id: id, drafts }));

/** Words of one stem, which everybody holds in one form: some of them stand in few documents, of one space. */
const FORMS = ['connected', 'connecting', 'connection', 'connections', 'connective', 'connects'];

describe('the words that stand in what a reader may see', () => {
  const index = createLiveIndex();
  const documents: SearchableDocument[] = [];

  beforeAll(() => {
    const random = seededRandom(31);
    for (let number = 0; number < 900; number += 1) {
      const document = makeDocument(random, `doc_${number}`);
      const form = number % 100 === 0 ? pick(random, FORMS) : 'connect';
      documents.push({ ...document, content: `connect ${form} unique${number} ${document.content}` });
    }
    for (const [number, document] of documents.entries()) {
      index.put(analyseDocument(document));
      if (number === 700) index.adopt(mergeSegments(index.exportForMerge()));
    }
  });

  it.each([
    ['everything', spaces(true, 'spc_pumps', 'spc_office', 'spc_secret')],
    ['nearly everything', spaces(false, 'spc_pumps', 'spc_office', 'spc_secret')],
    ['a third', spaces(true, 'spc_pumps')],
    ['a little', spaces(false, 'spc_office')],
    ['nothing', []],
  ])('are those of its documents, whether few or all words are asked for: %s', (_name, visible) => {
    const readable = index.visibleTo(visible);
    const isHeld = readableWords(index, readable);
    const seen = documents.filter(({ id }) => readable.mask[index.documentNumber(id) ?? -1] === 1);
    const words = new Set(seen.flatMap((document) => [...plainDocument(document).words]));
    const wordCount = index.words.base.size + index.words.added.length;
    // At first documents are looked at for each word; then all are read at once; then answers are remembered.
    for (let round = 0; round < 2; round += 1) {
      const told = Array.from({ length: wordCount }, (_, word) => word).filter(isHeld);
      expect(told.map((word) => index.words.textOf(word)).toSorted()).toEqual([...words].toSorted());
    }
  });
});
