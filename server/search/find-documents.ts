import { matchesFilter } from '../domain/document-filter.ts';
import { foldedRuns, wordKey, wordSequence } from './analysis.ts';
import type { IndexedDocument, InvertedIndex } from './inverted-index.ts';
import { rankWithLunr, type Frequencies, type Ranked } from './lunr-ranking.ts';
import { relaxedTerms, strictTerms, type QueryTerm } from './query-terms.ts';
import type { SearchRequest } from './search-messages.ts';

/**
 * How many pairs of term and document are scored. Where there are more, the most common terms do not count:
 * they say least about which document is best.
 */
const MAX_SCORED_PAIRS = 30_000;

export interface FoundDocument {
  document: IndexedDocument;
  score: number;
}

export interface Findings {
  /** Best first; equal scores newest first. */
  documents: FoundDocument[];
  terms: readonly QueryTerm[];
  relaxed: boolean;
}

/**
 * All documents that answer a request, in order. What the reader may not see or did not ask for is put aside
 * before anything is ranked or counted (security A3). Words are AND-ed; when no document holds them all, those
 * that hold some are found (decisions, "Search grammar"). Phrases and exclusions always bind.
 */
export function findDocuments(index: InvertedIndex, request: SearchRequest): Findings {
  const { query } = request;
  const reachable = reachableSlots(index, request);
  const passes = textCondition(index, query.phrases, query.excluded);
  const terms = strictTerms(query);
  const answer = (ranked: readonly Ranked[], found: readonly QueryTerm[], relaxed: boolean): Findings => ({
    documents: inOrder(index, ranked, found),
    terms: found,
    relaxed,
  });
  if (terms.length === 0) {
    const asksForText = query.words.length > 0 || query.phrases.length > 0;
    return answer(asksForText ? [] : unranked(reachable, passes), terms, false);
  }
  const strict = rank(index, reachable, terms, allHold, passes);
  if (strict.length > 0) return answer(strict, terms, false);
  const looser = relaxedTerms(query);
  const relaxed = rank(index, reachable, looser, someHold, passes);
  return answer(relaxed, looser, relaxed.length > 0);
}

/** The documents that the reader may see and asked for: 1 by slot. */
interface Reachable {
  mask: Uint8Array;
  size: number;
  averageLength: number;
}

function reachableSlots(index: InvertedIndex, { visible, filter }: SearchRequest): Reachable {
  const draftsBySpace = new Map(visible.map(({ space_id: id, drafts }) => [id, drafts]));
  const mask = new Uint8Array(index.slots.length);
  let size = 0;
  let totalLength = 0;
  for (const [slot, document] of index.slots.entries()) {
    if (!document) continue;
    const drafts = draftsBySpace.get(document.space_id);
    const isVisible = drafts !== undefined && (document.status === 'published' || drafts);
    if (!isVisible || !matchesFilter(document, filter)) continue;
    mask[slot] = 1;
    size += 1;
    totalLength += document.length;
  }
  return { mask, size, averageLength: Math.max(1, totalLength / Math.max(1, size)) };
}

function slotsWhere(length: number, condition: (slot: number) => boolean): number[] {
  const slots: number[] = [];
  for (let slot = 0; slot < length; slot += 1) if (condition(slot)) slots.push(slot);
  return slots;
}

function unranked({ mask }: Reachable, passes: (slot: number) => boolean): Ranked[] {
  const slots = slotsWhere(mask.length, (slot) => mask[slot] === 1 && passes(slot));
  return slots.map((slot) => ({ slot, score: 0 }));
}

/** Which terms count for the score, and which documents they select. Terms come rarest first. */
type Selection = (
  terms: readonly Frequencies[],
  passes: (slot: number) => boolean,
) => {
  scored: readonly Frequencies[];
  candidates: number[];
};

const allHold: Selection = (terms, passes) => {
  const holds = (slot: number) => terms.every((term) => term.bySlot[slot]);
  const candidates = slotsWhere(terms[0]?.bySlot.length ?? 0, (slot) => holds(slot) && passes(slot));
  const affordable = Math.max(1, Math.floor(MAX_SCORED_PAIRS / Math.max(1, candidates.length)));
  return { scored: terms.slice(0, affordable), candidates };
};

const someHold: Selection = (terms, passes) => {
  let pairs = 0;
  const scored = terms
    .filter((term) => term.size > 0)
    .filter((term, index) => {
      pairs += term.size;
      return index === 0 || pairs <= MAX_SCORED_PAIRS;
    });
  const holds = (slot: number) => scored.some((term) => term.bySlot[slot]);
  const candidates = slotsWhere(terms[0]?.bySlot.length ?? 0, (slot) => holds(slot) && passes(slot));
  return { scored, candidates };
};

function rank(
  index: InvertedIndex,
  reachable: Reachable,
  queryTerms: readonly QueryTerm[],
  select: Selection,
  passes: (slot: number) => boolean,
): Ranked[] {
  const terms = queryTerms
    .map((term) => frequenciesOf(index, term, reachable.mask))
    .toSorted((left, right) => left.size - right.size);
  const { scored, candidates } = select(terms, passes);
  if (candidates.length === 0) return [];
  const lengthOf = (slot: number) => index.slots[slot]?.length ?? 0;
  return rankWithLunr(scored, candidates, { ...reachable, lengthOf });
}

function frequenciesOf(index: InvertedIndex, term: QueryTerm, mask: Uint8Array): Frequencies {
  const bySlot = new Uint16Array(mask.length);
  let size = 0;
  const add = (slot: number, frequency: number) => {
    if (!mask[slot]) return;
    const before = bySlot[slot] ?? 0;
    if (before === 0) size += 1;
    bySlot[slot] = Math.min(before + frequency, 0xff_ff);
  };
  const keys = term.kind === 'key' ? [term.key] : index.keysStartingWith(term.prefix);
  for (const key of keys) index.visit(key, add);
  return { bySlot, size };
}

/** Whether a document holds every phrase and nothing that is excluded. */
function textCondition(
  index: InvertedIndex,
  phrases: readonly string[],
  excluded: readonly string[],
): (slot: number) => boolean {
  const required = phrases.filter((phrase) => foldedRuns(phrase).length > 0).map(sequenceOf);
  const barred: Buffer[] = [];
  const barredSlots = new Set<number>();
  for (const text of excluded) {
    const [run, ...more] = foldedRuns(text);
    if (!run) continue;
    if (more.length > 0 || run.isUnspaced) barred.push(sequenceOf(text));
    else index.visit(wordKey(run.text), (slot) => barredSlots.add(slot));
  }
  return (slot) => {
    const sequence = index.slots[slot]?.sequence;
    if (!sequence || barredSlots.has(slot)) return false;
    return (
      required.every((phrase) => sequence.includes(phrase)) &&
      !barred.some((phrase) => sequence.includes(phrase))
    );
  };
}

const sequenceOf = (text: string) => Buffer.from(wordSequence(text));

function inOrder(
  index: InvertedIndex,
  ranked: readonly Ranked[],
  terms: readonly QueryTerm[],
): FoundDocument[] {
  const found = ranked.flatMap(({ slot, score }) => {
    const document = index.slots[slot];
    return document ? [{ document, score: score * titleBonus(document, terms) }] : [];
  });
  return found.toSorted(
    (left, right) => right.score - left.score || compareNewestFirst(left.document, right.document),
  );
}

/** Title bonus of search-storage §3: 1 + 0.5·c²·m/|title|, m = query terms in the title, c = m / query terms. */
function titleBonus({ titleKeys, titleLength }: IndexedDocument, terms: readonly QueryTerm[]): number {
  let held = 0;
  for (const term of terms) {
    const isHeld =
      term.kind === 'key'
        ? titleKeys.has(term.key)
        : [...titleKeys].some((key) => key.startsWith(term.prefix));
    if (isHeld) held += 1;
  }
  if (held === 0) return 1;
  const coverage = held / terms.length;
  return 1 + 0.5 * coverage * coverage * Math.min(1, held / Math.max(1, titleLength));
}

function compareNewestFirst(left: IndexedDocument, right: IndexedDocument): number {
  if (left.updated_at !== right.updated_at) return left.updated_at > right.updated_at ? -1 : 1;
  return left.id < right.id ? -1 : 1;
}
