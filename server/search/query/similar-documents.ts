import { isStopWord } from '../analysis/term-key.ts';
import { tagsFrequency, textFrequency, titleFrequency } from '../index/frequency.ts';
import type { DocumentSet, IndexReader } from '../index/index-reader.ts';
import { matchAny } from './matching.ts';
import { inverseDocumentFrequency, rank } from './ranking.ts';
import { wantedWord } from './query-terms.ts';
import { documentFrequency, type TermGroup } from './term-group.ts';
import { topDocuments, type ScoredDocument } from './top-documents.ts';

/** As many of a document's terms say what it is about. */
const MAX_TELLING_TERMS = 16;
/** A term of the title counts as if it stood so often in the text. */
const TITLE_WEIGHT = 2;
/** Where a frequency of the text does half of all it can. */
const SATURATION = 2;

/**
 * The documents of `readable` that are most like one of them, best first; equal ones newest first, then by id.
 * Its most telling terms (frequent in it, rare elsewhere) are searched for; itself is left out. What is outside
 * of `readable` makes no difference.
 */
export function similarDocuments(
  index: IndexReader,
  document: number,
  readable: DocumentSet,
  limit: number,
): ScoredDocument[] {
  const groups = tellingTerms(index, document, readable);
  const allowed = readable.mask.slice();
  allowed[document] = 0;
  const matches = matchAny(index, allowed, groups);
  return topDocuments(index, matches, rank(index, readable, groups, matches), { limit, offset: 0 });
}

interface TellingTerm {
  term: number;
  text: string;
  documentFrequency: number;
  weight: number;
}

function tellingTerms(index: IndexReader, document: number, readable: DocumentSet): TermGroup[] {
  const { terms, frequencies } = index.termsOf(document);
  const found: TellingTerm[] = [];
  for (const [place, term] of terms.entries()) {
    const holding = documentFrequency(index, readable, term);
    const text = index.terms.textOf(term);
    if (holding < 2 || isStopWord(text)) continue;
    const rarity = inverseDocumentFrequency(holding, readable.size);
    const frequency = weighedFrequency(frequencies[place] ?? 0);
    found.push({
      term,
      text,
      documentFrequency: holding,
      weight: (rarity * frequency) / (frequency + SATURATION),
    });
  }
  const telling = found.toSorted(
    (left, right) => right.weight - left.weight || (left.text < right.text ? -1 : 1),
  );
  return telling.slice(0, MAX_TELLING_TERMS).map((one) => groupOfTerm(index, one));
}

const weighedFrequency = (packed: number): number =>
  TITLE_WEIGHT * titleFrequency(packed) + tagsFrequency(packed) + textFrequency(packed);

function groupOfTerm(index: IndexReader, { term, text, documentFrequency: holding }: TellingTerm): TermGroup {
  return {
    terms: [term],
    postings: index.postings(term),
    documentFrequency: holding,
    weight: 1,
    reason: 'words',
    wanted: wantedWord(text),
  };
}
