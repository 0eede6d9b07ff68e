import type { VisibleSpace } from '../../../server/domain/document-filter.ts';
import type { DocumentType } from '../../../server/domain/document.ts';
import type { SearchableDocument } from '../../../server/search/searchable-document.ts';
import { generateDocuments, seededRandom } from '../corpus.ts';

const SPACES = ['spc_a', 'spc_b', 'spc_c', 'spc_d', 'spc_e'] as const;
const TYPES: readonly DocumentType[] = ['sop', 'technical', 'policy', 'knowledge'];
const AUTHORS = 20;
const TAGS = 40;
const SHARE_OF_DRAFTS = 0.15;
const FIRST_CHANGE = Date.parse('2024-01-01T00:00:00.000Z');

/** Sees everything. */
export const EDITOR: readonly VisibleSpace[] = SPACES.map((space_id) => ({ space_id, drafts: true }));
/** Sees what is published. */
export const VIEWER: readonly VisibleSpace[] = SPACES.map((space_id) => ({ space_id, drafts: false }));

/** The generated documents with all that search filters by: the same in every process. */
export function generateCollection(count: number): SearchableDocument[] {
  const random = seededRandom(11);
  const below = (limit: number) => Math.floor(random() * limit);
  return Array.from(generateDocuments(count), ({ title, content }, index) => ({
    id: `doc_${String(index).padStart(6, '0')}`,
    title,
    summary: '',
    tags: Array.from({ length: below(4) }, () => `tag-${below(TAGS)}`),
    type: TYPES[below(TYPES.length)] ?? 'knowledge',
    status: random() < SHARE_OF_DRAFTS ? 'draft' : 'published',
    space_id: SPACES[below(SPACES.length)] ?? SPACES[0],
    author_id: `usr_${Math.floor(AUTHORS * random() ** 2)}`,
    updated_at: new Date(FIRST_CHANGE + below(60_000_000) * 1000).toISOString(),
    content,
    stamp: String(index),
  }));
}

/** The document after a small edit. */
export function edited(document: SearchableDocument, word: string): SearchableDocument {
  return {
    ...document,
    content: `${document.content}\n\nAmended: ${word}.`,
    stamp: `${document.stamp} ${word}`,
  };
}
