import type { IndexReader, PositionCursor } from '../index/index-reader.ts';
import { beginPhrase, createBeginnings, keepBeginnings, markBeginnings } from '../index/beginnings.ts';
import type { Phrase } from './query-terms.ts';

/**
 * So many bytes of positions are read for the phrases of a search: about a tenth of a second. Ordinary texts at
 * 50,000 documents need a fraction of it.
 */
const MOST_POSITION_BYTES = 48 * 1024 * 1024;

/** Thrown where the phrases of a search stand in so many places that looking would hold up everybody (security Q1). */
export class TooManyPlaces extends Error {}

/** Searches follow one another, so there is one. */
const beginnings = createBeginnings();

/** A term of a phrase. */
interface Place {
  cursor: PositionCursor;
  /** How many words come behind it, so that from all its terms the end of the phrase is reached. */
  shift: number;
  /** By rarity. */
  isFirst: boolean;
  isLast: boolean;
  documentFrequency: number;
}

/** The rarest term first. */
type SoughtPhrase = readonly Place[];

/**
 * Leaves those documents that hold every phrase, in the first places. Documents ascend. Of each phrase the rarest
 * terms are looked at first, the others only in documents where these stand as the phrase wants them.
 *
 * @returns how many are left
 * @throws {TooManyPlaces}
 */
export function keepWithAll(
  index: IndexReader,
  phrases: readonly Phrase[],
  documents: Uint32Array,
  count: number,
): number {
  const sought = soughtPhrases(index, phrases);
  if (sought.some((places) => !isHeldAnywhere(places))) return 0;
  sought.sort((left, right) => frequencyOf(left) - frequencyOf(right));
  return keepWhere(sought, true, documents, count);
}

/** Leaves those documents that hold none of the phrases. As `keepWithAll`. */
export function keepWithNone(
  index: IndexReader,
  phrases: readonly Phrase[],
  documents: Uint32Array,
  count: number,
): number {
  const sought = soughtPhrases(index, phrases).filter(isHeldAnywhere);
  // What is likely to be held is looked for first.
  sought.sort((left, right) => frequencyOf(right) - frequencyOf(left));
  return keepWhere(sought, false, documents, count);
}

function soughtPhrases(index: IndexReader, phrases: readonly Phrase[]): SoughtPhrase[] {
  const held = new Map<string, Pick<Place, 'cursor' | 'documentFrequency'>>();
  const find = (term: string) => {
    const known = held.get(term) ?? findTerm(index, term);
    held.set(term, known);
    return known;
  };
  return phrases.map(({ terms }) => {
    const length = Math.max(...terms.map(({ offset }) => offset));
    return terms
      .map(({ term, offset }) => ({ ...find(term), shift: length - offset }))
      .toSorted((left, right) => left.documentFrequency - right.documentFrequency)
      .map((place, rank) => ({ ...place, isFirst: rank === 0, isLast: rank === terms.length - 1 }));
  });
}

function findTerm(index: IndexReader, term: string): Pick<Place, 'cursor' | 'documentFrequency'> {
  const number = index.terms.find(term);
  if (number === -1) return { cursor: NOWHERE, documentFrequency: 0 };
  return { cursor: index.positionsOf(number), documentFrequency: index.terms.documentFrequency(number) };
}

const NOWHERE: PositionCursor = {
  seek: () => false,
  bytes: () => new Uint8Array(0),
  start: () => 0,
  leave: () => undefined,
};

/** Documents that hold the rarest term. */
const frequencyOf = ([rarest]: SoughtPhrase): number => rarest?.documentFrequency ?? 0;

const isHeldAnywhere = (places: SoughtPhrase): boolean => frequencyOf(places) > 0;

/** Leaves the documents that hold each of the phrases, or none. */
function keepWhere(
  sought: readonly SoughtPhrase[],
  isHeldWanted: boolean,
  documents: Uint32Array,
  count: number,
): number {
  let kept = 0;
  const work = { bytes: 0 };
  for (let at = 0; at < count; at += 1) {
    const document = documents[at] ?? 0;
    let isKept = true;
    for (const places of sought) {
      isKept = isIn(document, places, work) === isHeldWanted;
      if (!isKept) break;
    }
    if (!isKept) continue;
    documents[kept] = document;
    kept += 1;
  }
  return kept;
}

/** Terms are looked at only as long as all before them agree on a beginning. */
function isIn(document: number, places: SoughtPhrase, work: { bytes: number }): boolean {
  beginPhrase(beginnings, places.length);
  for (const { cursor, shift, isFirst, isLast } of places) {
    if (!cursor.seek(document)) return false;
    const start = cursor.start();
    const readTo = isFirst
      ? markBeginnings(beginnings, cursor.bytes(), start, shift)
      : keepBeginnings(beginnings, cursor.bytes(), start, shift, isLast);
    cursor.leave(readTo);
    work.bytes += readTo - start;
    if (work.bytes > MOST_POSITION_BYTES) throw new TooManyPlaces('The phrases stand in too many places.');
    if (beginnings.last === -1) return false;
  }
  return true;
}
