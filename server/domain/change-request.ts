import type { DocumentStatus, DocumentType, Provenance } from './document.ts';

export type ChangeRequestState = 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'superseded';

/** The fields that a queued change wants to set; absent means untouched. `content` is kept on file. */
export interface ProposedFields {
  title?: string;
  summary?: string;
  tags?: string[];
  type?: DocumentType;
  status?: DocumentStatus;
  space_id?: string;
  parent_id?: string | null;
}

/** A queued change to a document, waiting for an approver (specification, "Change request"). */
export interface ChangeRequestHead {
  id: string;
  document_id: string;
  state: ChangeRequestState;
  fields: ProposedFields;
  /** Whether a proposed text is kept on file with this request. */
  has_content: boolean;
  /** The document's version that the change was written against: the base of the three-way merge. */
  base_version: number;
  note: string;
  author: Provenance;
  /** The credential that made the request; the same one never approves it (decisions, "Self-approval"). */
  credential_id: string | null;
  created_at: string;
  decided_at: string | null;
  decided_by: string | null;
  /** Why it was rejected, or what the approver wanted to say. */
  comment: string;
  /** The newer request of the same author that replaced this one. */
  superseded_by: string | null;
  /** The sitting whose changes it takes back when it is approved. */
  undoes?: string;
}
