import { z } from 'zod';
import type { ChangeRequestHead } from '../../domain/change-request.ts';
import { documentStatusSchema, documentTypeSchema } from '../../domain/document.ts';
import type { DocumentHead } from '../../domain/document.ts';
import type { Space } from '../../domain/space.ts';
import { mayReadChangeRequest } from '../../policies/change-requests.ts';
import type { OperationContext } from '../define.ts';
import { missing } from '../documents/load.ts';
import { person, personSchema, provenance, provenanceSchema } from '../people.ts';

export const changeRequestStateSchema = z.enum([
  'pending',
  'approved',
  'rejected',
  'withdrawn',
  'superseded',
]);

export const proposedSchema = z.object({
  title: z.string().optional(),
  summary: z.string().optional(),
  tags: z.array(z.string()).optional(),
  type: documentTypeSchema.optional(),
  status: documentStatusSchema.optional(),
  space: z.string().optional(),
  parent: z.string().nullable().optional(),
});

export const changeRequestSummarySchema = z.object({
  id: z.string(),
  document: z.object({
    id: z.string(),
    title: z.string(),
    space: z.string(),
    version: z.int(),
    trashed: z.boolean().describe('Whether it lies in the Trash'),
  }),
  state: changeRequestStateSchema,
  proposed: proposedSchema.describe('Fields that it wants to set'),
  changes_content: z.boolean(),
  base_version: z.int().describe('Version that the change was written against'),
  moved_on: z.boolean().describe('Whether the document has changed since'),
  note: z.string(),
  author: provenanceSchema,
  created_at: z.string(),
  decided_at: z.string().nullable(),
  decided_by: personSchema.nullable(),
  comment: z.string(),
  superseded_by: z.string().nullable(),
});

export type ChangeRequestSummary = z.infer<typeof changeRequestSummarySchema>;

export interface LoadedRequest {
  request: ChangeRequestHead;
  document: DocumentHead;
  space: Space;
}

/** A change request that the acting user may read, with its document; hidden ones answer like unknown ones. */
export function loadChangeRequest(context: OperationContext, id: string): LoadedRequest {
  const request = context.tx.change_requests.get(id);
  const document = request && context.tx.documents.get(request.document_id);
  const space = document && context.tx.spaces.get(document.space_id);
  if (!request || !document || !space || !mayReadChangeRequest(context.user, request, document, space)) {
    throw missing(context, 'change request');
  }
  return { request, document, space };
}

export function presentChangeRequest(
  context: OperationContext,
  request: ChangeRequestHead,
  document: DocumentHead,
): ChangeRequestSummary {
  const spaces = context.services.store.tables.spaces;
  const { space_id, parent_id, ...fields } = request.fields;
  return {
    id: request.id,
    document: {
      id: document.id,
      title: document.title,
      space: spaces.get(document.space_id)?.slug ?? '',
      version: document.version,
      trashed: document.trashed !== null,
    },
    state: request.state,
    proposed: {
      ...fields,
      ...(space_id === undefined ? {} : { space: spaces.get(space_id)?.slug ?? '' }),
      ...(parent_id === undefined ? {} : { parent: parent_id }),
    },
    changes_content: request.has_content,
    base_version: request.base_version,
    moved_on: request.state === 'pending' && document.version !== request.base_version,
    note: request.note,
    author: provenance(context, request.author),
    created_at: request.created_at,
    decided_at: request.decided_at,
    decided_by: request.decided_by === null ? null : person(context, request.decided_by),
    comment: request.comment,
    superseded_by: request.superseded_by,
  };
}
