import { z } from 'zod';
import { documentStatusSchema, documentTypeSchema, type DocumentHead } from '../../domain/document.ts';
import type { OperationContext } from '../define.ts';
import { person, personSchema, provenance, provenanceSchema } from '../people.ts';
import { isVisible } from './load.ts';

/** A document as every face answers it, without its text (specification, "Document"). */
export const documentSummarySchema = z.object({
  id: z.string(),
  space: z.string().describe('Space slug'),
  parent: z.string().nullable().describe('Id of the page that this one is nested under'),
  title: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  type: documentTypeSchema,
  status: documentStatusSchema,
  version: z.int(),
  author: personSchema,
  updated_by: provenanceSchema,
  created_at: z.string(),
  updated_at: z.string(),
  published_at: z.string().nullable(),
  url: z.string(),
});

export const documentSchema = documentSummarySchema.extend({
  created_by: provenanceSchema.nullable().describe('null when it is older than this field'),
  content: z.string().describe('Markdown'),
});

export type DocumentSummary = z.infer<typeof documentSummarySchema>;
export type DocumentView = z.infer<typeof documentSchema>;

/** The address of a document for people; assistants may send it instead of the id. */
export function documentUrl(context: OperationContext, id: string): string {
  return `${context.actor.base_url}/documents/${id}`;
}

/**
 * Lists answer the same documents again and again, and records are immutable: a view is made once and used until
 * something that it was made of is another.
 */
const views = new WeakMap<DocumentHead, KnownView>();

/** A view, and what it was made of beside the document itself. */
interface KnownView {
  parent: string | null;
  baseUrl: string;
  /** Of the tables that name its space and its people. */
  spacesRevision: number;
  usersRevision: number;
  view: DocumentSummary;
}

export function presentSummary(context: OperationContext, head: DocumentHead): DocumentSummary {
  const { tables } = context.services.store;
  const parent = visibleParent(context, head.parent_id);
  const baseUrl = context.actor.base_url;
  const spacesRevision = tables.spaces.revision;
  const usersRevision = tables.users.revision;
  const known = views.get(head);
  if (
    known?.parent === parent &&
    known.baseUrl === baseUrl &&
    known.spacesRevision === spacesRevision &&
    known.usersRevision === usersRevision
  )
    return known.view;
  const view = makeSummary(context, head, parent);
  views.set(head, { parent, baseUrl, spacesRevision, usersRevision, view });
  return view;
}

function makeSummary(context: OperationContext, head: DocumentHead, parent: string | null): DocumentSummary {
  return {
    id: head.id,
    space: context.services.store.tables.spaces.get(head.space_id)?.slug ?? '',
    parent,
    title: head.title,
    summary: head.summary,
    tags: head.tags,
    type: head.type,
    status: head.status,
    version: head.version,
    author: person(context, head.author_id),
    updated_by: provenance(context, head.updated_by),
    created_at: head.created_at,
    updated_at: head.updated_at,
    published_at: head.published_at,
    url: documentUrl(context, head.id),
  };
}

/** A page above that the reader may not see, such as a draft for a viewer, is not named (security A4). */
function visibleParent(context: OperationContext, parentId: string | null): string | null {
  const parent = parentId === null ? undefined : context.services.store.tables.documents.get(parentId);
  return parent && isVisible(context, parent) ? parent.id : null;
}

export function presentDocument(
  context: OperationContext,
  head: DocumentHead,
  content: string,
): DocumentView {
  const createdBy = head.created_by ?? (head.version === 1 ? head.updated_by : undefined);
  return {
    ...makeSummary(context, head, visibleParent(context, head.parent_id)),
    created_by: createdBy ? provenance(context, createdBy) : null,
    content,
  };
}
