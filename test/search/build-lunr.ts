import lunr from 'lunr';
import { FIELDS, type Field } from '../../server/search/index/index-reader.ts';
import type { LunrClause } from '../../server/search/query/lunr-query.ts';
import type { SearchableDocument } from '../../server/search/searchable-document.ts';
import { plainDocument } from './plain-search.ts';

/** What Lunr keeps while it builds. */
interface OpenBuilder {
  fieldLengths: Record<string, number>;
}

interface TokenSetNode {
  id: number;
  final: boolean;
  edges: Record<string, TokenSetNode>;
}

/**
 * Lunr takes two nodes for one when the label of an edge and the number of a node, written without a gap, read the
 * same: terms with digits get lost (olivernn/lunr.js#503). A gap mends it.
 */
export function mendTokenSets(): void {
  Object.assign(lunr.TokenSet.prototype, {
    toString(this: TokenSetNode): string {
      const edges = Object.keys(this.edges).toSorted();
      return `${this.final ? 1 : 0}${edges.map((label) => `${label}${this.edges[label]?.id},`).join('')}`;
    },
  });
}

/** The terms of a field as they are. */
function tokensOf(terms?: string | object | object[] | null): lunr.Token[] {
  return Array.isArray(terms) ? terms.map((term) => new lunr.Token(String(term), {})) : [];
}

/** A Lunr index of the documents, which is given exactly our terms and lengths for each field. */
export function buildLunr(
  documents: Iterable<SearchableDocument>,
  boosts: Partial<Record<Field, number>>,
): lunr.Index {
  const builder = new lunr.Builder();
  builder.tokenizer = Object.assign(tokensOf, { separator: lunr.tokenizer.separator });
  builder.ref('id');
  for (const field of FIELDS) builder.field(field, { boost: boosts[field] ?? 1 });
  for (const document of documents) {
    const { counts, lengths } = plainDocument(document);
    const terms = FIELDS.map((field, position) => [
      field,
      [...counts].flatMap(([term, count]) => Array.from({ length: count[position] ?? 0 }, () => term)),
    ]);
    builder.add({ id: document.id, ...Object.fromEntries(terms) });
    const { fieldLengths } = builder as unknown as OpenBuilder;
    for (const [position, field] of FIELDS.entries()) {
      fieldLengths[`${field}/${document.id}`] = lengths[position] ?? 0;
    }
  }
  return builder.build();
}

const { REQUIRED, PROHIBITED, OPTIONAL } = lunr.Query.presence;
const { LEADING, TRAILING, NONE } = lunr.Query.wildcard;

/** Asks Lunr; the queries are built in code. */
export function askLunr(index: lunr.Index, clauses: readonly LunrClause[]): { id: string; score: number }[] {
  const results = index.query((query) => {
    for (const { term, fields, boost, presence, wildcard, editDistance } of clauses) {
      const presences = { required: REQUIRED, prohibited: PROHIBITED, optional: OPTIONAL };
      query.term(term, {
        usePipeline: false,
        fields: [...(fields ?? FIELDS)],
        boost: boost ?? 1,
        presence: presences[presence ?? 'optional'],
        wildcard: (wildcard?.leading ? LEADING : NONE) | (wildcard?.trailing ? TRAILING : NONE),
        ...(editDistance === 1 && { editDistance }),
      });
    }
  });
  return results.map(({ ref, score }) => ({ id: ref, score }));
}
