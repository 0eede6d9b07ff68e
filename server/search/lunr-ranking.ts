import lunr from 'lunr';

/** How often the documents that the reader may see hold a term. */
export interface Frequencies {
  /** By slot; 0 where the term is not held. */
  bySlot: Uint16Array;
  /** How many documents hold the term. */
  size: number;
}

export interface Ranked {
  slot: number;
  score: number;
}

export interface Collection {
  /** How many documents the reader may see. */
  size: number;
  averageLength: number;
  lengthOf: (slot: number) => number;
}

/** BM25 as lunr writes it; the two constants are those of search-storage §3. */
const K1 = 1.2;
const B = 0.5;

const FIELD = 'text';

/**
 * Scores documents with lunr. The index it is given holds no more than the query's terms and the candidates,
 * so it is exact for what the reader may see, and small. Queries are built in code: no text of a person ever
 * reaches lunr's parser (security Q1). Terms are named by one letter each, so that lunr's confusion of labels
 * and node numbers, which loses terms with digits, cannot happen.
 *
 * @param candidates slots of documents, each of which holds at least one term
 */
export function rankWithLunr(
  terms: readonly Frequencies[],
  candidates: readonly number[],
  collection: Collection,
): Ranked[] {
  const names = terms.map((_, index) => String.fromCodePoint(0x61 + index));
  const index = lunr.Index.load({
    version: lunr.version,
    fields: [FIELD],
    fieldVectors: fieldVectors(terms, candidates, collection),
    invertedIndex: invertedIndex(terms, names, candidates),
    pipeline: [],
  });
  const results = index.query((query) => {
    for (const name of names) query.term(name, { usePipeline: false });
  });
  return results.map(({ ref, score }) => ({ slot: Number(ref), score }));
}

type LunrPosting = { _index: number } & Record<typeof FIELD, Record<string, object>>;

function invertedIndex(
  terms: readonly Frequencies[],
  names: readonly string[],
  candidates: readonly number[],
): [name: string, posting: LunrPosting][] {
  return terms.map((frequencies, index) => {
    const documents: Record<string, object> = {};
    for (const slot of candidates) {
      if (frequencies.bySlot[slot]) documents[slot] = NO_METADATA;
    }
    return [names[index] ?? '', { _index: index, [FIELD]: documents }];
  });
}

const NO_METADATA = {};

function fieldVectors(
  terms: readonly Frequencies[],
  candidates: readonly number[],
  { size, averageLength, lengthOf }: Collection,
): [reference: string, vector: number[]][] {
  const rarities = terms.map((frequencies) => inverseDocumentFrequency(frequencies.size, size));
  return candidates.map((slot) => {
    const norm = K1 * (1 - B + (B * lengthOf(slot)) / averageLength);
    const vector: number[] = [];
    for (const [index, frequencies] of terms.entries()) {
      const frequency = frequencies.bySlot[slot] ?? 0;
      if (frequency === 0) continue;
      vector.push(index, ((rarities[index] ?? 0) * (K1 + 1) * frequency) / (norm + frequency));
    }
    return [`${FIELD}/${slot}`, vector];
  });
}

/** As `lunr.idf`, from counts. */
function inverseDocumentFrequency(holding: number, size: number): number {
  return Math.log(1 + Math.abs((size - holding + 0.5) / (holding + 0.5)));
}
