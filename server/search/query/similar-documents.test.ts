import { describe, expect, it } from 'vitest';
import { changedCollection, makeDocument } from '../../../test/search/collection.ts';
import { analyseDocument } from '../analysis/analyse-document.ts';
import { createLiveIndex } from '../index/live-index.ts';
import { similarDocuments } from './similar-documents.ts';

const RARE = Array.from({ length: 40 }, (_, number) => `serial${number}`).join(' ');

const TEXTS = {
  parts: `${RARE} gasket`,
  gaskets: 'The gasket',
  seals: 'Replacing the seal of a centrifugal pump: the shaft seal and the impeller',
  impeller: 'The impeller of a centrifugal pump wears out',
  expenses: 'Travel expenses and receipts of the office',
  office: 'The coffee machine of the office',
};

function similarTo(id: string, limit = 5): string[] {
  const index = createLiveIndex();
  for (const [name, content] of Object.entries(TEXTS)) {
    const document = makeDocument(() => 0, name);
    index.put(analyseDocument({ ...document, title: '', summary: '', tags: [], content }));
  }
  const document = index.documentNumber(id) ?? -1;
  return similarDocuments(index, document, index.everything(), limit).map((found) =>
    index.idOf(found.document),
  );
}

describe('similar documents', () => {
  it('share the telling words of a document, never the document itself', () => {
    expect(similarTo('seals')).toEqual(['impeller']);
    expect(similarTo('expenses')).toEqual(['office']);
    expect(similarTo('seals', 0)).toEqual([]);
  });

  it('are found by words that others hold, however many words nobody else holds', () => {
    expect(similarTo('parts')).toEqual(['gaskets']);
  });

  it('are the same whether an index was changed or built anew', () => {
    const { index, documents } = changedCollection(41, 600, 100);
    const fresh = createLiveIndex();
    for (const document of documents.values()) fresh.put(analyseDocument(document));
    const namesOf = (source: typeof index, id: string) => {
      const found = similarDocuments(source, source.documentNumber(id) ?? -1, source.everything(), 10);
      return found.map(({ document, score }) => ({ id: source.idOf(document), score }));
    };
    for (const id of documents.keys()) expect(namesOf(index, id)).toEqual(namesOf(fresh, id));
  });
});
