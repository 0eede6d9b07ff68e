import { describe, expect, it } from 'vitest';
import { searchableDocument } from '../builders/searchable-document.ts';
import { parseSearchQuery } from '../../server/domain/search-query.ts';
import { analyseDocument } from '../../server/search/analysis/analyse-document.ts';
import { createLiveIndex, type LiveIndex } from '../../server/search/index/live-index.ts';
import { findDocuments } from '../../server/search/query/find-documents.ts';
import type { SearchableDocument } from '../../server/search/searchable-document.ts';

function indexOf(documents: Record<string, Partial<SearchableDocument>>): LiveIndex {
  const index = createLiveIndex();
  for (const [id, document] of Object.entries(documents)) {
    index.put(analyseDocument(searchableDocument({ id, ...document })));
  }
  return index;
}

function find(index: LiveIndex, q: string) {
  const readable = index.everything();
  const { query } = parseSearchQuery(q);
  const { documents, ...rest } = findDocuments(index, {
    query,
    readable,
    wanted: readable,
    limit: 25,
    offset: 0,
  });
  return { ...rest, ids: documents.map(({ document }) => index.idOf(document)) };
}

const strictly = (index: LiveIndex, q: string): string[] => {
  const { ids, relaxed } = find(index, q);
  return relaxed ? [] : ids;
};

describe('defect 1 of Lunr, terms with digits get lost', () => {
  it('finds every term of collections full of digits, in every size', () => {
    for (const size of [1, 10, 100, 1000, 3000]) {
      const names = Array.from({ length: size }, (_, number) => [
        `c${number}`,
        `${number * 7}`,
        `q${number}x9`,
      ]);
      const index = indexOf(
        Object.fromEntries(names.map((words) => [`doc_${words[0]}`, { content: words.join(' ') }])),
      );
      const lost = names.flat().filter((word) => !find(index, word).ids.length);
      expect(lost).toEqual([]);
    }
  });

  it('finds the terms that were seen to get lost', () => {
    const words = ['c1603', '80386', '4640'];
    const index = indexOf(
      Object.fromEntries(words.map((word) => [`doc_${word}`, { content: `about ${word}.` }])),
    );
    for (const word of words) expect(strictly(index, word)).toEqual([`doc_${word}`]);
  });
});

describe('defect 2 of Lunr, words of other scripts get lost', () => {
  const TEXTS: [script: string, text: string, q: string][] = [
    ['Latin with marks', 'Das Café hat eine Übersicht der Größen', 'café übersicht'],
    ['Latin without marks', 'Résumé of the façade', 'resume facade'],
    ['Cyrillic', 'Обслуживание насоса и клапана', 'насоса обслуживание'],
    ['Greek', 'Συντήρηση της αντλίας νερού', 'ΑΝΤΛΊΑΣ συντήρηση'],
    ['Arabic', 'صيانة المضخة الكبيرة', 'المضخة صيانة'],
    ['Hebrew', 'תחזוקת משאבה גדולה', 'משאבה'],
    ['Devanagari', 'पम्प का रखरखाव', 'रखरखाव पम्प'],
    ['Han', '大型水泵的維護手冊', '水泵 維護'],
    ['Japanese', 'ポンプの点検を毎月行う', '点検 ポンプ'],
    ['Korean', '펌프를 매달 점검합니다', '펌프 점검'],
    ['Thai', 'การบำรุงรักษาปั๊มน้ำ', 'ปั๊มน้ำ'],
    ['Ethiopic', 'የፓምፕ ጥገና', 'ጥገና'],
  ];
  const index = indexOf(Object.fromEntries(TEXTS.map(([script, content]) => [script, { content }])));

  it.each(TEXTS)('finds words of %s', (script, _text, q) => {
    expect(strictly(index, q)).toEqual([script]);
  });

  it('takes a run without spaces as it stands, and its pairs when nothing holds it so', () => {
    const two = indexOf({ whole: { content: '知識管理の本' }, apart: { content: '管理する知識' } });
    expect(find(two, '知識管理')).toMatchObject({ ids: ['whole'], relaxed: false });
    expect(find(two, '知識図書').ids.toSorted()).toEqual(['apart', 'whole']);
    expect(find(two, '知識図書').relaxed).toBe(true);
  });
});

describe('defect 3 of Lunr, what people type is taken for operators', () => {
  const index = indexOf({
    doc_code: { content: 'foo:bar is a^b with foo~x in c++ (paren' },
    doc_other: { content: 'something else' },
  });

  it.each(['foo:bar', 'a^b', 'foo~x', 'c++', '(paren', 'foo:bar a^b +paren) what is this?'])(
    'finds %s',
    (q) => {
      expect(find(index, q).ids).toEqual(['doc_code']);
    },
  );

  it.each(['+', '-', '~', '^', ':', '"', '*', '\u0000', '\uD800', '()'])(
    'answers %j without a fault',
    (q) => {
      expect(find(index, q).total).toBeLessThanOrEqual(2);
    },
  );
});

describe('defect 4 of Lunr, identifiers are one word', () => {
  const index = indexOf({
    doc_call: { content: 'Then CWnd::Create(foo) is called.' },
    doc_camel: { content: 'The createSearchIndex function' },
  });

  it.each(['CWnd', 'cwnd create', 'foo', 'CWnd::Create(foo)', '"CWnd::Create"'])('finds %s', (q) => {
    expect(strictly(index, q)).toEqual(['doc_call']);
  });

  it.each(['createsearchindex', 'search index', 'index'])('finds the parts of camelCase: %s', (q) => {
    expect(strictly(index, q)).toEqual(['doc_camel']);
  });

  it('counts no punctuation as words', () => {
    const fields = index.fieldLengths;
    const document = index.documentNumber('doc_call') ?? -1;
    expect(fields[2][document]).toBe(6);
  });
});

describe('defect 5 of Lunr, one word of a title outranks all words of a text', () => {
  it('puts a text that holds every word before a title that holds one', () => {
    const filler = Object.fromEntries(
      Array.from({ length: 40 }, (_, number) => [
        `doc_filler_${number}`,
        { title: 'Notes', content: 'Nothing of it.' },
      ]),
    );
    const index = indexOf({
      ...filler,
      doc_title: { title: 'Valve', content: 'A price list.' },
      doc_text: { title: 'Notes', content: 'The steam valve leaks at the flange: replace the gasket.' },
    });
    const { ids, relaxed } = find(index, 'steam valve gasket flange zzzz');
    expect({ ids, relaxed }).toEqual({ ids: ['doc_text', 'doc_title'], relaxed: true });
  });

  it('still puts the document first whose title is what was asked for', () => {
    const index = indexOf({
      doc_text: { title: 'Notes of May', content: 'The valve and another valve, steam in each valve.' },
      doc_title: { title: 'Steam valve', content: 'How to open it.' },
    });
    expect(strictly(index, 'steam valve')).toEqual(['doc_title', 'doc_text']);
  });
});
