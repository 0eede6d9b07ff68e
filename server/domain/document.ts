import { z } from 'zod';
import { lineSchema, textSchema } from './text.ts';

export const documentTypeSchema = z.enum(['sop', 'technical', 'policy', 'knowledge']);
export const documentStatusSchema = z.enum(['published', 'draft']);
export const titleSchema = lineSchema(300);
export const contentSchema = textSchema(2_000_000).describe('Markdown');
export const summarySchema = textSchema(2000);
export const tagSchema = lineSchema(64);
export const tagsSchema = z
  .array(tagSchema)
  .max(50)
  .transform((tags) => [...new Set(tags)]);
export const noteSchema = textSchema(1000).describe('Version note: what changed and why');

export type DocumentType = z.infer<typeof documentTypeSchema>;
export type DocumentStatus = z.infer<typeof documentStatusSchema>;

/** How a change came in. `system` is the program itself, e.g. the Trash's retention. */
export type Via = 'rest' | 'mcp' | 'app' | 'cli' | 'upload' | 'system';

/** Where a text came from: the way in, or the file that it was imported from. */
export type Origin = Via | 'import';

/** Who made a change and through what: stored with each version (specification, MCP "where it came from"). */
export interface Provenance {
  user_id: string;
  via: Origin;
  /** Name of the connected app or token, or null for the person at the desk. */
  client: string | null;
  /** The sitting that it belongs to: writes of apps and tokens have one, people's own have none. */
  sitting?: string;
}

/** Everything of a document but its text: kept in memory for each one. */
export interface DocumentHead {
  id: string;
  space_id: string;
  parent_id: string | null;
  title: string;
  summary: string;
  tags: string[];
  type: DocumentType;
  status: DocumentStatus;
  /** Counts from 1; every stored change adds 1. */
  version: number;
  author_id: string;
  /** Absent in documents that are older than this field. */
  created_by?: Provenance;
  updated_by: Provenance;
  created_at: string;
  updated_at: string;
  published_at: string | null;
  /** Ids of the documents that the text links to, for backlinks. */
  links: string[];
  /** Set while the document is in the Trash. */
  trashed: { at: string; by: Provenance } | null;
}

/** One stored state of a document. `versions/<document>/<n>.json`; never changed once written. */
export interface Version {
  document_id: string;
  version: number;
  space_id: string;
  parent_id: string | null;
  title: string;
  summary: string;
  tags: string[];
  type: DocumentType;
  status: DocumentStatus;
  content: string;
  note: string;
  by: Provenance;
  at: string;
  /** The sitting whose changes up to here this version takes back. */
  undoes?: string;
}
