import type { DeltaContent } from './delta.ts';
import { createFrequencyCodes } from './frequency-codes.ts';
import { compactNumbers, grownCompact, MAX_NARROW } from './growing-numbers.ts';
import { NOWHERE } from './merge-vocabulary.ts';
import { MARK_SHIFT, skipPositions } from './positions.ts';
import type { Segment, SegmentContent } from './segment.ts';

/** A base and what came since, with the numbers that documents and terms get (or `NOWHERE`). */
export interface PostingSources {
  base: Segment;
  delta: DeltaContent;
  /** By document: of the base, and of the delta. */
  baseDocuments: Uint32Array;
  deltaDocuments: Uint32Array;
  /** By term of the base, then added ones. */
  terms: Uint32Array;
  /** By new term: how many documents hold it. */
  frequencies: Uint32Array;
  documentCount: number;
}

type Merged = Pick<SegmentContent, 'postings' | 'positions'>;

/** Called with each posting that stays: new term and document, packed frequency, and where its positions are. */
type VisitPosting = (
  term: number,
  document: number,
  frequency: number,
  bytes: Uint8Array,
  start: number,
  end: number,
) => void;

/** Postings and positions under the new numbers, documents ascending. */
export function mergePostings(sources: PostingSources): Merged {
  const postingStarts = startsOf(sources.frequencies);
  const positionStarts = startsOf(positionLengths(sources));
  const count = postingStarts.at(-1) ?? 0;
  const documents = compactNumbers(count, sources.documentCount - 1);
  const frequencies = createFrequencyCodes();
  let codes = compactNumbers(count, 0);
  const positions = new Uint8Array(positionStarts.at(-1) ?? 0);
  const marks = new Uint32Array(Math.ceil(count / 2 ** MARK_SHIFT));
  const postingEnds = postingStarts.slice();
  const positionEnds = positionStarts.slice();
  forEachPosting(sources, (term, document, frequency, bytes, start, end) => {
    const posting = postingEnds[term] ?? 0;
    documents[posting] = document;
    const code = frequencies.codeOf(frequency);
    if (code > MAX_NARROW) codes = grownCompact(codes, count, code);
    codes[posting] = code;
    postingEnds[term] = posting + 1;
    if (posting % 2 ** MARK_SHIFT === 0) marks[posting >>> MARK_SHIFT] = positionEnds[term] ?? 0;
    const target = (positionEnds[term] ?? 0) - start;
    for (let at = start; at < end; at += 1) positions[target + at] = bytes[at] ?? 0;
    positionEnds[term] = target + end;
  });
  return {
    postings: { starts: postingStarts, documents, codes, packed: frequencies.packed() },
    positions: { starts: positionStarts, marks, bytes: positions },
  };
}

function positionLengths(sources: PostingSources): Uint32Array {
  const lengths = new Uint32Array(sources.frequencies.length);
  forEachPosting(sources, (term, _document, _frequency, _bytes, start, end) => {
    lengths[term] = (lengths[term] ?? 0) + end - start;
  });
  return lengths;
}

/** Where each of several stretches begins when they lie one behind the other, and where the last one ends. */
function startsOf(lengths: Uint32Array): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  for (let index = 0; index < lengths.length; index += 1) {
    starts[index + 1] = (starts[index] ?? 0) + (lengths[index] ?? 0);
  }
  return starts;
}

function forEachPosting(sources: PostingSources, visit: VisitPosting): void {
  visitBase(sources, visit);
  visitDelta(sources, visit);
}

function visitBase({ base, baseDocuments, terms }: PostingSources, visit: VisitPosting): void {
  const { postings, positions } = base;
  for (let oldTerm = 0; oldTerm < base.terms.size; oldTerm += 1) {
    const term = terms[oldTerm] ?? NOWHERE;
    if (term === NOWHERE) continue;
    let start = positions.starts[oldTerm] ?? 0;
    const last = postings.starts[oldTerm + 1] ?? 0;
    for (let posting = postings.starts[oldTerm] ?? 0; posting < last; posting += 1) {
      const end = skipPositions(positions.bytes, start, 1);
      const document = baseDocuments[postings.documents[posting] ?? 0] ?? NOWHERE;
      if (document !== NOWHERE) {
        visit(
          term,
          document,
          postings.packed[postings.codes[posting] ?? 0] ?? 0,
          positions.bytes,
          start,
          end,
        );
      }
      start = end;
    }
  }
}

function visitDelta({ delta, deltaDocuments, terms }: PostingSources, visit: VisitPosting): void {
  for (let oldDocument = 0; oldDocument < deltaDocuments.length; oldDocument += 1) {
    const document = deltaDocuments[oldDocument] ?? NOWHERE;
    if (document === NOWHERE) continue;
    const last = delta.termStarts[oldDocument + 1] ?? 0;
    for (let entry = delta.termStarts[oldDocument] ?? 0; entry < last; entry += 1) {
      const term = terms[delta.terms[entry] ?? 0] ?? NOWHERE;
      const start = delta.positionStarts[entry] ?? 0;
      const end = delta.positionStarts[entry + 1] ?? delta.positions.length;
      visit(term, document, delta.frequencies[entry] ?? 0, delta.positions, start, end);
    }
  }
}
