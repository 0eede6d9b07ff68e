import type { SearchQuery } from '../../domain/search-query.ts';
import type { DocumentSet, IndexReader } from '../index/index-reader.ts';
import type { Findings, FindDocuments, FindRequest, FoundDocument } from '../query/findings.ts';
import { fuse, FUSED_DEPTH } from './fuse.ts';
import type { SemanticHit } from './vectors/rank-documents.ts';

/** A document with what found it. */
export interface FusedDocument extends FoundDocument {
  match: 'keyword' | 'semantic' | 'both';
  /** Where in the document the meaning is closest; null when it was found by words only. */
  closest: Pick<SemanticHit, 'section' | 'anchor'> | null;
}

export interface FusedFindings extends Omit<Findings, 'documents'> {
  documents: readonly FusedDocument[];
}

/**
 * `find`, fused with documents that are close in meaning. The order is one list from which pages are cut: first the
 * best 100 by words and the at most 100 by meaning, by reciprocal rank; then everything else that the words found, in
 * their order. `total` is what the words found and what only the meaning found. Rights, filters, phrases and
 * exclusions bind the meaning too.
 *
 * @param semantic best first; null or empty leaves the words alone.
 */
export function findFused(
  find: FindDocuments,
  index: IndexReader,
  request: FindRequest,
  semantic: readonly SemanticHit[] | null,
): FusedFindings {
  const candidates = candidatesOf(index, request, semantic ?? []);
  const allowed = allowedBy(find, index, request, candidates);
  if (allowed.size === 0) return byWordsOnly(find(index, request));
  const end = request.offset + request.limit;
  // The head may have moved up to `allowed.size` documents out of the rest.
  const found = find(index, { ...request, offset: 0, limit: Math.max(FUSED_DEPTH, end) + allowed.size });
  const byWords = new Map(found.documents.map((document) => [document.document, document]));
  const keyword = keywordMembers(find, index, request, { found, byWords, allowed });
  const head = fuse(
    found.documents.slice(0, FUSED_DEPTH).map(({ document }) => document),
    [...allowed.keys()],
    (document) => keyword.has(document),
  );
  const inHead = new Set(head.map(({ key }) => key));
  const rest = found.documents.slice(FUSED_DEPTH).filter(({ document }) => !inHead.has(document));
  const documents: FusedDocument[] = [
    ...head.map(({ key, score, match }) => {
      const reasons = byWords.get(key)?.reasons ?? keyword.get(key)?.reasons ?? [];
      const closest = allowed.get(key) ?? null;
      return {
        document: key,
        score,
        match,
        closest,
        reasons: closest ? [...reasons, 'meaning' as const] : reasons,
      };
    }),
    ...rest.map((document, place) => ({ ...document, score: scoreBehind(place), ...BY_WORDS })),
  ];
  const semanticOnly = head.filter(({ match }) => match === 'semantic').length;
  return { ...found, documents: documents.slice(request.offset, end), total: found.total + semanticOnly };
}

const BY_WORDS = { match: 'keyword', closest: null } as const;

/** What stands behind the fused ones goes on where reciprocal rank leaves off. */
const scoreBehind = (place: number) => 1 / (60 + FUSED_DEPTH + place + 1);

function byWordsOnly(found: Findings): FusedFindings {
  return { ...found, documents: found.documents.map((document) => ({ ...document, ...BY_WORDS })) };
}

type Candidates = ReadonlyMap<number, SemanticHit>;

/** The index may know better by now what a reader may see and asked for: only what it has as wanted is taken. */
function candidatesOf(
  index: IndexReader,
  { wanted, query }: FindRequest,
  semantic: readonly SemanticHit[],
): Candidates {
  const candidates = new Map<number, SemanticHit>();
  if (query.words.length === 0 && query.phrases.length === 0) return candidates;
  for (const hit of semantic.slice(0, FUSED_DEPTH)) {
    const document = index.documentNumber(hit.id);
    if (document !== undefined && wanted.mask[document] === 1) candidates.set(document, hit);
  }
  return candidates;
}

/** The candidates that hold the phrases and none of the exclusions. */
function allowedBy(
  find: FindDocuments,
  index: IndexReader,
  request: FindRequest,
  candidates: Candidates,
): Candidates {
  const { phrases, excluded } = request.query;
  if (candidates.size === 0 || (phrases.length === 0 && excluded.length === 0)) return candidates;
  const passing = findAmong(find, index, request, candidates, { words: [], phrases, excluded });
  // Relaxed means that none of them holds the phrases.
  const allowed = new Set(passing.relaxed ? [] : passing.documents.map(({ document }) => document));
  return new Map([...candidates].filter(([document]) => allowed.has(document)));
}

/** Which of the allowed are found by the words too, however far down. */
function keywordMembers(
  find: FindDocuments,
  index: IndexReader,
  request: FindRequest,
  {
    found,
    byWords,
    allowed,
  }: { found: Findings; byWords: ReadonlyMap<number, FoundDocument>; allowed: Candidates },
): ReadonlyMap<number, FoundDocument> {
  const isAllInHand = found.total === found.documents.length;
  if (isAllInHand) return byWords;
  const members = findAmong(find, index, request, allowed, request.query);
  // Among few documents a search relaxes sooner: then these are more than what was found, which has to be looked at.
  const isMore = members.relaxed && !found.relaxed;
  const { documents } = isMore ? find(index, { ...request, offset: 0, limit: found.total }) : members;
  return new Map(documents.map((document) => [document.document, document]));
}

function findAmong(
  find: FindDocuments,
  index: IndexReader,
  request: FindRequest,
  among: Candidates,
  query: SearchQuery,
): Findings {
  const wanted = setOf(index, request.wanted, among);
  return find(index, { ...request, query, wanted, limit: among.size, offset: 0 });
}

function setOf(index: IndexReader, within: DocumentSet, among: Candidates): DocumentSet {
  const mask = new Uint8Array(within.mask.length);
  const totalLengths = within.totalLengths.map((_total, field) =>
    [...among.keys()].reduce((sum, document) => sum + index.fieldLength(field, document), 0),
  );
  for (const document of among.keys()) mask[document] = 1;
  return { mask, size: among.size, totalLengths, isEverything: false };
}
