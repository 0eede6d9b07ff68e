import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchableDocument } from '../../../test/builders/searchable-document.ts';
import { matchesFilter, type DocumentFilter, type VisibleSpace } from '../../domain/document-filter.ts';
import { analyseDocument } from '../analysis/analyse-document.ts';
import { wordsOf } from '../analysis/analysed-document.ts';
import { termKey } from '../analysis/term-key.ts';
import type { SearchableDocument } from '../searchable-document.ts';
import { FIELDS, type DocumentSet, type IndexReader } from './index-reader.ts';
import { buildSegment, createLiveIndex, type LiveIndex } from './live-index.ts';
import { mergeSegments, type MergeInput } from './merge-segments.ts';
import type { Segment } from './segment.ts';
import { readPositions } from './positions.ts';
import { decodeSegment, encodeSegment } from './segment-file.ts';

/** Everything that a reader tells of a set of documents, by what things are called instead of their numbers. */
function told(reader: IndexReader, set: DocumentSet = reader.everything()) {
  const idsOf = ({ mask }: DocumentSet) =>
    [...mask.keys()].filter((number) => mask[number] === 1).map((number) => reader.idOf(number));
  const documents = [...set.mask.keys()].filter((number) => set.mask[number] === 1);
  return {
    count: set.size,
    totalLengths: set.totalLengths,
    isEverything: set.isEverything,
    ids: idsOf(set).toSorted(),
    terms: Object.fromEntries(
      numbersOf(reader, 'terms').map((term) => [reader.terms.textOf(term), termTold(reader, set, term)]),
    ),
    words: Object.fromEntries(
      numbersOf(reader, 'words').map((word) => [
        reader.words.textOf(word),
        { held: reader.words.documentFrequency(word), term: reader.terms.textOf(reader.termOfWord(word)) },
      ]),
    ),
    documents: Object.fromEntries(
      documents.map((document) => [reader.idOf(document), documentTold(reader, document)]),
    ),
  };
}

function numbersOf(reader: IndexReader, kind: 'terms' | 'words'): number[] {
  const vocabulary = reader[kind];
  const count = vocabulary.base.size + vocabulary.added.length;
  return Array.from({ length: count }, (_, number) => number).filter(
    (number) => vocabulary.documentFrequency(number) > 0,
  );
}

function termTold(reader: IndexReader, { mask }: DocumentSet, term: number) {
  const postings: Record<string, number> = {};
  let last = -1;
  for (const { documents, codes, packed, start, end } of reader.postings(term)) {
    for (let at = start; at < end; at += 1) {
      const document = documents[at]!;
      expect(document).toBeGreaterThan(last);
      last = document;
      if (mask[document] === 1) postings[reader.idOf(document)] = packed[codes[at]!]!;
    }
  }
  const positions: Record<string, number[]> = {};
  const cursor = reader.positionsOf(term);
  const found = { positions: new Uint32Array(1), count: 0 };
  for (let document = 0; document < reader.capacity; document += 1) {
    if (mask[document] !== 1 || !cursor.seek(document)) continue;
    readPositions(cursor.bytes(), cursor.start(), found);
    if (found.count > 0) positions[reader.idOf(document)] = [...found.positions.subarray(0, found.count)];
  }
  return { held: reader.terms.documentFrequency(term), postings, positions };
}

function documentTold(reader: IndexReader, document: number) {
  const { terms, frequencies } = reader.termsOf(document);
  return {
    number: reader.documentNumber(reader.idOf(document)) === document,
    updatedAt: reader.updatedAt(document),
    lengths: FIELDS.map((_, field) => [
      reader.fieldLength(field, document),
      reader.fieldLengths[field]?.[document],
    ]),
    terms: Object.fromEntries(
      [...terms].map((term, index) => [reader.terms.textOf(term), frequencies[index]]),
    ),
    words: [...reader.wordsOf(document)].map((word) => reader.words.textOf(word)).toSorted(),
  };
}

/** The same, as the documents say it by themselves, without any index. */
function truth(documents: readonly SearchableDocument[]): ReturnType<typeof told> {
  const terms: ReturnType<typeof told>['terms'] = {};
  const words: ReturnType<typeof told>['words'] = {};
  const truths: ReturnType<typeof told>['documents'] = {};
  const totalLengths = [0, 0, 0];
  for (const document of documents) {
    const analysed = analyseDocument(document);
    const found = { positions: new Uint32Array(1), count: 0 };
    const names: string[] = [];
    for (const [index, word] of wordsOf(analysed).entries()) {
      const term = termKey(word);
      names[analysed.termOfWord[index]!] = term;
      words[word] = { held: (words[word]?.held ?? 0) + 1, term };
    }
    let at = 0;
    for (const [index, name] of names.entries()) {
      const term = (terms[name] ??= { held: 0, postings: {}, positions: {} });
      term.held += 1;
      term.postings[document.id] = analysed.frequencies[index]!;
      at = readPositions(analysed.positions, at, found);
      if (found.count > 0) term.positions[document.id] = [...found.positions.subarray(0, found.count)];
    }
    for (const [field, length] of analysed.lengths.entries()) totalLengths[field]! += length;
    truths[document.id] = {
      number: true,
      updatedAt: Date.parse(document.updated_at),
      lengths: analysed.lengths.map((length) => [length, length]),
      terms: Object.fromEntries(names.map((name, index) => [name, analysed.frequencies[index]])),
      words: wordsOf(analysed).toSorted(),
    };
  }
  const ids = documents.map(({ id }) => id).toSorted();
  return { count: ids.length, totalLengths, isEverything: true, ids, terms, words, documents: truths };
}

const texts = fc
  .array(
    fc.constantFrom(
      'run',
      'running',
      'the',
      'Tower',
      'maxOldSpace',
      '東京都',
      'café',
      'c1603',
      '𠀀',
      '﨎',
      'old',
      '.',
    ),
    { maxLength: 8 },
  )
  .map((words) => words.join(' '));
const someDocument = fc.record({
  id: fc.constantFrom('d1', 'd2', 'd3', 'd4', 'd5', 'd6'),
  title: texts,
  summary: texts,
  tags: fc.uniqueArray(fc.constantFrom('guide', 'Guide', 'run book', 'ÄRGER', 'ärger'), { maxLength: 3 }),
  content: texts,
  type: fc.constantFrom('sop', 'technical', 'policy', 'knowledge'),
  status: fc.constantFrom('published', 'draft'),
  space_id: fc.constantFrom('s1', 's2', 's3'),
  author_id: fc.constantFrom('u1', 'u2'),
  updated_at: fc.integer({ min: 0, max: 2e12 }).map((time) => new Date(time).toISOString()),
  stamp: fc.string({ maxLength: 4 }),
}) satisfies fc.Arbitrary<SearchableDocument>;

const step = fc.oneof(
  { weight: 6, arbitrary: someDocument.map((document) => ({ put: document })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'never').map((id) => ({ remove: id })),
  },
  { weight: 2, arbitrary: fc.constantFrom('export', 'merge', 'abandon', 'save and open') },
);
type Step = typeof step extends fc.Arbitrary<infer Kind> ? Kind : never;

/** An index that lives through steps, and the documents that ought to be in it. */
function live(steps: readonly Step[]): { index: LiveIndex; documents: Map<string, SearchableDocument> } {
  const documents = new Map<string, SearchableDocument>();
  let index = createLiveIndex();
  let exported: MergeInput | undefined;
  const mergeNow = () => {
    if (exported) index.adopt(mergeSegments(structuredClone(exported)));
    exported = undefined;
  };
  for (const one of steps) {
    if (typeof one === 'object' && 'put' in one) {
      index.put(analyseDocument(one.put));
      documents.delete(one.put.id);
      documents.set(one.put.id, one.put);
    } else if (typeof one === 'object') {
      const wasThere = documents.delete(one.remove);
      if (index.remove(one.remove) !== wasThere) throw new Error('`remove` answers whether it was there.');
    } else if (one === 'export') {
      exported = index.exportForMerge();
    } else if (one === 'merge') {
      mergeNow();
    } else if (one === 'abandon') {
      exported = undefined;
      index.abandonMerge();
    } else {
      exported = index.exportForMerge();
      mergeNow();
      const opened = decodeSegment(Buffer.from(encodeSegment(index.base)));
      if ('segment' in opened) index = createLiveIndex(opened.segment);
    }
  }
  return { index, documents };
}

/** Merging what was merged before gives the codes of frequencies in the order of terms. */
const merged = (index: LiveIndex) => mergeSegments(index.exportForMerge());
const bytesOf = (segment: Segment) => Buffer.from(encodeSegment(segment)).toString('latin1');

describe('the live index', () => {
  it('tells what its documents say, after any puts, removals, merges with edits meanwhile, saving and opening', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { index, documents } = live(steps);
        expect(told(index)).toEqual(truth([...documents.values()]));
        expect(index.documentCount).toBe(documents.size);
        expect([...index.ids()].toSorted()).toEqual([...documents.keys()].toSorted());
        for (const id of index.ids()) {
          expect(index.stampOf(index.documentNumber(id) ?? -1)).toBe(documents.get(id)?.stamp);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is after a merge, byte for byte, what one built anew of its documents is', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { index, documents } = live(steps);
        const anew = buildSegment([...documents.values()].map(analyseDocument));
        expect(bytesOf(merged(createLiveIndex(merged(index))))).toEqual(
          bytesOf(merged(createLiveIndex(anew))),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('gives every reader exactly what the rights and the filter let through', () => {
    const visibleSpaces = fc.array(
      fc.record({ space_id: fc.constantFrom('s1', 's2', 's3', 'elsewhere'), drafts: fc.boolean() }),
      { maxLength: 4 },
    );
    const filters: fc.Arbitrary<DocumentFilter> = fc.record(
      {
        space_ids: fc.subarray(['s1', 's2', 'elsewhere']),
        statuses: fc.subarray(['published' as const, 'draft' as const]),
        types: fc.subarray(['sop' as const, 'technical' as const]),
        tags: fc.subarray(['guide', 'GUIDE', 'Ärger', 'run', 'run book']),
        and_tags: fc.subarray(['guide', 'Run']),
        without_tags: fc.subarray(['ärger', 'run']),
        author_ids: fc.subarray(['u1', 'u9']),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), visibleSpaces, filters, (steps, visible, filter) => {
        const { index, documents } = live(steps);
        const seen = [...documents.values()].filter((document) => isVisible(document, visible));
        const readable = index.visibleTo(visible);
        expect(told(index, readable).ids).toEqual(seen.map(({ id }) => id).toSorted());
        expect(readable.isEverything).toBe(seen.length === documents.size);
        const passing = seen.filter((document) => matchesFilter(document, filter));
        const wanted = index.matching(filter, readable);
        const fresh = truth(passing);
        expect(told(index, wanted)).toMatchObject({
          ids: fresh.ids,
          count: fresh.count,
          totalLengths: fresh.totalLengths,
        });
        expect(wanted.mask.length).toBeGreaterThanOrEqual(index.capacity);
      }),
      { numRuns: 200 },
    );
  });

  it('makes a set once for many searches, and anew after a change', () => {
    const index = createLiveIndex(
      buildSegment([analyseDocument(searchableDocument({ id: 'd1', tags: ['a'] }))]),
    );
    const visible = [{ space_id: 'spc_a', drafts: false }];
    const set = index.matching({ tags: ['A'] }, index.visibleTo(visible));
    expect(index.matching({ tags: ['A'] }, index.visibleTo([{ space_id: 'spc_a', drafts: false }]))).toBe(
      set,
    );
    index.put(analyseDocument(searchableDocument({ id: 'd2', tags: ['a'] })));
    expect(index.matching({ tags: ['A'] }, index.visibleTo(visible)).size).toBe(2);
    expect(set.size).toBe(1);
  });

  it('knows how much a merge would put in order', () => {
    const index = createLiveIndex(
      buildSegment(['d1', 'd2', 'd3'].map((id) => analyseDocument(searchableDocument({ id })))),
    );
    index.remove('d1');
    index.put(analyseDocument(searchableDocument({ id: 'd2' })));
    index.put(analyseDocument(searchableDocument({ id: 'd2' })));
    expect([index.baseDocuments, index.tombstones, index.deltaDocuments]).toEqual([3, 2, 2]);
    index.adopt(mergeSegments(index.exportForMerge()));
    expect([index.baseDocuments, index.tombstones, index.deltaDocuments]).toEqual([2, 0, 0]);
  });

  it('does the edits again that came while its successor was built elsewhere', () => {
    const index = createLiveIndex();
    index.put(analyseDocument(searchableDocument({ id: 'd1', content: 'before' })));
    index.keepEdits();
    index.put(analyseDocument(searchableDocument({ id: 'd2', content: 'after' })));
    index.remove('d1');
    index.adopt(buildSegment([analyseDocument(searchableDocument({ id: 'd1', content: 'before' }))]));
    expect(Object.keys(told(index).terms)).toEqual(['after']);
  });

  it('grows past numbers that fit two bytes', () => {
    const base = buildSegment(
      (function* () {
        for (let number = 0; number < 65_540; number += 1)
          yield analyseDocument(searchableDocument({ id: `n${number}`, title: 'x' }));
      })(),
    );
    const index = createLiveIndex(base);
    index.put(analyseDocument(searchableDocument({ id: 'late', title: 'x' })));
    const found = index
      .postings(index.terms.find('x'))
      .flatMap(({ documents, start, end }) => [...documents.subarray(start, end)]);
    expect(found.length).toBe(65_541);
    expect(found.at(-1)).toBe(65_540);
    expect(new Set(found).size).toBe(65_541);
  });
});

function isVisible(document: SearchableDocument, visible: readonly VisibleSpace[]): boolean {
  const space = visible.findLast(({ space_id: id }) => id === document.space_id);
  return space !== undefined && (document.status === 'published' || space.drafts);
}
