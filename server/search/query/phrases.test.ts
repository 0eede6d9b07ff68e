import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchableDocument } from '../../../test/builders/searchable-document.ts';
import { seededRandom } from '../../../test/bench/corpus.ts';
import { analyseDocument } from '../analysis/analyse-document.ts';
import { termKey } from '../analysis/term-key.ts';
import { buildSegment, createLiveIndex, type LiveIndex } from '../index/live-index.ts';
import { keepWithAll, keepWithNone } from './phrases.ts';
import type { Phrase } from './query-terms.ts';

const WORDS = ['pump', 'valve', 'steam', 'zebra', 'unheld'] as const;
/** Enough that positions are reached from marks, and past many documents. */
const DOCUMENTS = 300;

const random = seededRandom(5);
const texts = Array.from({ length: DOCUMENTS }, (_, number) => {
  const words: string[] = Array.from(
    { length: Math.floor(random() * 30) },
    (): string => WORDS[Math.floor(random() ** 2 * 3)] ?? '',
  );
  if (number % 40 === 7) words.push('zebra', ...words);
  if (number % 50 === 3) words.push(...Array.from({ length: 6000 }, () => 'the'), 'pump', 'zebra');
  return words.join(' ');
});

const analysed = texts.map((content, number) =>
  analyseDocument(searchableDocument({ id: `doc_${number}`, content })),
);

/** The last documents came since the base. */
function indexWith(added: number): LiveIndex {
  const index = createLiveIndex(buildSegment(analysed.slice(0, DOCUMENTS - added)));
  for (const document of analysed.slice(DOCUMENTS - added)) index.put(document);
  return index;
}

const INDEXES = [indexWith(0), indexWith(100), indexWith(DOCUMENTS)];

function phraseOf(words: readonly string[]): Phrase {
  return { terms: words.map((word, offset) => ({ term: termKey(word), offset })), sequence: words };
}

const phrases = fc.array(fc.array(fc.constantFrom(...WORDS, 'the'), { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 4,
});

describe('documents that hold phrases', () => {
  it('are those in whose text the words stand side by side, whichever documents are asked for', () => {
    fc.assert(
      fc.property(
        phrases,
        fc.uniqueArray(fc.nat(DOCUMENTS - 1), { maxLength: DOCUMENTS, size: 'max' }),
        fc.constantFrom(...INDEXES),
        (sought, asked, index) => {
          const documents = asked.toSorted((left, right) => left - right);
          const holds = (document: number, words: readonly string[]) =>
            ` ${texts[document]} `.includes(` ${words.join(' ')} `);
          const kept = (keep: typeof keepWithAll) => {
            const memory = Uint32Array.from(documents);
            const count = keep(index, sought.map(phraseOf), memory, memory.length);
            return [...memory.subarray(0, count)];
          };
          expect(kept(keepWithAll)).toEqual(
            documents.filter((document) => sought.every((words) => holds(document, words))),
          );
          expect(kept(keepWithNone)).toEqual(
            documents.filter((document) => !sought.some((words) => holds(document, words))),
          );
        },
      ),
      { numRuns: 400 },
    );
  });
});
