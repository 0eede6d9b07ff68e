import { newId } from '../../domain/identifier.ts';
import type { DocumentHead, DocumentStatus, DocumentType, Origin } from '../../domain/document.ts';
import { linkedDocuments } from '../../domain/links.ts';
import type { Space } from '../../domain/space.ts';
import type { OperationContext } from '../define.ts';
import { provenanceOf } from '../people.ts';
import { stageVersion } from './stage-change.ts';

export interface NewDocument {
  id?: string | undefined;
  title: string;
  content: string;
  summary: string;
  tags: string[];
  type: DocumentType;
  status: DocumentStatus;
  parent_id: string | null;
  note: string;
  /** Where it came from, when not simply from the caller. */
  via?: Origin;
}

/** Stages a new document and its first version. The caller has asked the policy. */
export function stageNewDocument(context: OperationContext, space: Space, input: NewDocument): DocumentHead {
  const by = { ...provenanceOf(context), ...(input.via !== undefined && { via: input.via }) };
  const head: DocumentHead = {
    id: input.id ?? newId('document'),
    space_id: space.id,
    parent_id: input.parent_id,
    title: input.title,
    summary: input.summary,
    tags: input.tags,
    type: input.type,
    status: input.status,
    version: 1,
    author_id: context.user.id,
    created_by: by,
    updated_by: by,
    created_at: context.now,
    updated_at: context.now,
    published_at: input.status === 'published' ? context.now : null,
    links: linkedDocuments(input.content),
    trashed: null,
  };
  context.tx.documents.put(head, input.content);
  stageVersion(context, head, input.content, input);
  return head;
}
