import { tagsFrequency, textFrequency, titleFrequency } from '../index/frequency.ts';
import { FIELDS, type Field, type IndexReader } from '../index/index-reader.ts';
import { termsOfClause, type LunrClause } from './lunr-query.ts';
import { collectMask } from './matching.ts';
import { topDocuments, type ScoredDocument } from './top-documents.ts';

/** BM25 as Lunr has it by default. */
const K1 = 1.2;
const B = 0.75;

const FREQUENCY = { title: titleFrequency, tags: tagsFrequency, text: textFrequency };

export interface LunrRequest {
  clauses: readonly LunrClause[];
  /** What the fields weigh; 1 when absent. */
  boosts?: Partial<Record<Field, number>>;
  limit: number;
  offset: number;
}

interface ExpandedClause extends LunrClause {
  numbers: readonly number[];
  fields: readonly Field[];
}

/**
 * Answers a query as Lunr 2.3.9 answers it on an index of the same terms built anew: the same documents, total
 * and scores, over our postings. Scores are sums over the fields of the query vector (of length 1) times the
 * field's BM25 weights, rounded to three decimals. Equal scores come newest first.
 */
export function queryAsLunr(
  index: IndexReader,
  request: LunrRequest,
): { documents: ScoredDocument[]; total: number } {
  const { clauses, boosts = {}, limit, offset } = request;
  const expanded = clauses.map((clause): ExpandedClause => ({
    ...clause,
    numbers: termsOfClause(index, clause),
    fields: clause.fields ?? FIELDS,
  }));
  const allowed = allowedBy(index, expanded);
  const scores = new Float64Array(index.capacity);
  const wanted = expanded.filter(({ presence }) => presence !== 'prohibited');
  const found = wanted.length === 0 ? allowed : new Uint8Array(index.capacity);
  for (const field of FIELDS)
    addFieldScores(index, field, boosts[field] ?? 1, wanted, { allowed, found, scores });
  const documents = new Uint32Array(index.capacity);
  const total = collectMask(found, documents);
  const byPlace = Float64Array.from(documents.subarray(0, total), (document) => scores[document] ?? 0);
  return { documents: topDocuments(index, { documents, count: total }, byPlace, { limit, offset }), total };
}

/** Live documents that hold something of every required clause and nothing of a prohibited one. */
function allowedBy(index: IndexReader, clauses: readonly ExpandedClause[]): Uint8Array {
  const allowed = index.everything().mask.slice(0, index.capacity);
  for (const { presence, numbers, fields } of clauses) {
    if (presence !== 'required' && presence !== 'prohibited') continue;
    const holding = new Uint8Array(index.capacity);
    for (const field of fields) {
      for (const term of numbers) visitField(index, field, term, (document) => (holding[document] = 1));
    }
    const kept = presence === 'required' ? 1 : 0;
    for (const [document, holds] of holding.entries()) if (holds !== kept) allowed[document] = 0;
  }
  return allowed;
}

interface Scoring {
  allowed: Uint8Array;
  found: Uint8Array;
  scores: Float64Array;
}

/** Adds what one field gives to the documents that match in it. */
function addFieldScores(
  index: IndexReader,
  field: Field,
  boost: number,
  clauses: readonly ExpandedClause[],
  { allowed, found, scores }: Scoring,
): void {
  const vector = queryVector(field, clauses);
  const magnitude = Math.sqrt([...vector.values()].reduce((sum, value) => sum + value * value, 0));
  const everything = index.everything();
  const position = FIELDS.indexOf(field);
  const averageLength = (everything.totalLengths[position] ?? 0) / everything.size;
  for (const [term, weight] of vector) {
    const rarity = inverseDocumentFrequency(index, term);
    visitField(index, field, term, (document, frequency) => {
      if (allowed[document] !== 1) return;
      const length = index.fieldLength(position, document);
      const score =
        (rarity * ((K1 + 1) * frequency)) / (K1 * (1 - B + B * (length / averageLength)) + frequency);
      const rounded = Math.round(score * boost * 1000) / 1000;
      found[document] = 1;
      scores[document] = (scores[document] ?? 0) + ((rounded * weight) / magnitude || 0);
    });
  }
}

/** The boosts of a field's terms; a term that several clauses name has the sum. */
function queryVector(field: Field, clauses: readonly ExpandedClause[]): Map<number, number> {
  const vector = new Map<number, number>();
  for (const { numbers, fields, boost = 1 } of clauses) {
    if (!fields.includes(field)) continue;
    for (const term of numbers) vector.set(term, (vector.get(term) ?? 0) + boost);
  }
  return vector;
}

/** Lunr counts a document once for each field that holds the term. */
function inverseDocumentFrequency(index: IndexReader, term: number): number {
  const { mask, size } = index.everything();
  let holding = 0;
  for (const field of FIELDS) {
    visitField(index, field, term, (document) => {
      holding += mask[document] ?? 0;
    });
  }
  return Math.log(1 + Math.abs((size - holding + 0.5) / (holding + 0.5)));
}

/** Calls `visit` with the documents, deleted ones too, that hold a term in a field. */
function visitField(
  index: IndexReader,
  field: Field,
  term: number,
  visit: (document: number, frequency: number) => void,
): void {
  const frequencyIn = FREQUENCY[field];
  for (const { documents, codes, packed, start, end } of index.postings(term)) {
    for (let at = start; at < end; at += 1) {
      const frequency = frequencyIn(packed[codes[at] ?? 0] ?? 0);
      if (frequency > 0) visit(documents[at] ?? 0, frequency);
    }
  }
}
