import { tagsFrequency, textFrequency, titleFrequency } from '../index/frequency.ts';
import type { DocumentSet, IndexReader } from '../index/index-reader.ts';
import type { Matches } from './matching.ts';
import type { TermGroup } from './term-group.ts';

/** BM25F with a bonus for titles (search-storage §3). Tuned on one half of the questions of the quality bench. */
const K1 = 1.2;
const B = 0.5;
const TITLE_WEIGHT = 2.5;
const TITLE_BONUS = 0.5;

/** From this packed frequency on, a term stands in the title; from the other on, in title or tags. */
const IN_TITLE = 2 ** 24;
const IN_TAGS = 2 ** 18;

/** How rare a term is among `size` documents. */
export function inverseDocumentFrequency(documentFrequency: number, size: number): number {
  return Math.log(1 + (size - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

let scores = new Float64Array();

/**
 * Scores the matches, by their place in `matches.documents`. The statistics are those of what the reader may see.
 * A document whose title holds m of the n words that the query says, stop words included, gets
 * (1 + 0.5·(m/n)²·m/|title|) times the score of its words. The array is used again by the next search.
 */
export function rank(
  index: IndexReader,
  readable: DocumentSet,
  groups: readonly TermGroup[],
  { documents, count, rows }: Matches,
  stopWords: readonly string[] = [],
): Float64Array {
  if (scores.length < count) scores = new Float64Array(index.capacity * 2);
  const rarities = Float64Array.from(groups, ({ documentFrequency, weight }) =>
    documentFrequency === 0 ? 0 : weight * inverseDocumentFrequency(documentFrequency, readable.size),
  );
  const held = groups.filter(({ documentFrequency }) => documentFrequency > 0).length;
  const stopWordsInTitle = countInTitles(index, stopWords);
  const [titleLengths, tagsLengths, textLengths] = index.fieldLengths;
  const [titleSlope, tagsSlope, textSlope] = slopes(readable);
  for (let at = 0; at < count; at += 1) {
    const document = documents[at] ?? 0;
    const textNorm = 1 - B + textSlope * (textLengths[document] ?? 0);
    let score = 0;
    let inTitle = 0;
    for (let number = 0; number < groups.length; number += 1) {
      const packed = rows[number]?.[document] ?? 0;
      if (packed === 0) continue;
      let frequency = textFrequency(packed) / textNorm;
      if (packed >= IN_TAGS) {
        frequency += tagsFrequency(packed) / (1 - B + tagsSlope * (tagsLengths[document] ?? 0));
        if (packed >= IN_TITLE) {
          inTitle += 1;
          const norm = 1 - B + titleSlope * (titleLengths[document] ?? 0);
          frequency += (TITLE_WEIGHT * titleFrequency(packed)) / norm;
        }
      }
      score += ((rarities[number] ?? 0) * frequency * (K1 + 1)) / (K1 + frequency);
    }
    if (inTitle > 0) {
      const said = inTitle + (stopWordsInTitle?.[document] ?? 0);
      score *= titleBonus(said, held + stopWords.length, titleLengths[document] ?? 0);
    }
    scores[at] = score;
  }
  return scores;
}

/** What a word of each field's length adds to its norm. */
function slopes({ totalLengths: [title, tags, text], size }: DocumentSet): [number, number, number] {
  const slope = (total = 0) => (total === 0 ? 0 : (B * size) / total);
  return [slope(title), slope(tags), slope(text)];
}

function titleBonus(inTitle: number, terms: number, titleLength: number): number {
  const coverage = inTitle / Math.max(1, terms);
  return 1 + TITLE_BONUS * coverage * coverage * Math.min(1, inTitle / Math.max(1, titleLength));
}

/** By document, how many of some terms stand in its title; undefined when there are none. */
function countInTitles(index: IndexReader, words: readonly string[]): Uint8Array | undefined {
  if (words.length === 0) return undefined;
  const counts = new Uint8Array(index.capacity);
  for (const word of words) {
    const term = index.terms.find(word);
    for (const { documents, codes, packed, start, end } of term === -1 ? [] : index.postings(term)) {
      for (let at = start; at < end; at += 1) {
        if ((packed[codes[at] ?? 0] ?? 0) < IN_TITLE) continue;
        const document = documents[at] ?? 0;
        counts[document] = (counts[document] ?? 0) + 1;
      }
    }
  }
  return counts;
}
