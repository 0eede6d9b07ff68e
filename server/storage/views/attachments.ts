import type { Attachment } from '../../domain/attachment.ts';
import type { UploadLink } from '../../domain/upload-link.ts';
import { createGroups, createLookup } from './lookup.ts';

/** Attachments of each document and of each content, and the upload links that bring more. */
export function createAttachmentViews() {
  return {
    ofDocument: createGroups<Attachment>(
      (attachment) => attachment.document_id,
      (attachment) => attachment.created_at,
      'oldest first',
    ),
    withHash: createGroups<Attachment>(
      (attachment) => attachment.sha256,
      (attachment) => attachment.created_at,
      'oldest first',
    ),
    linkSecrets: createLookup<UploadLink>((link) => link.secret_hash),
    linksOfDocument: createGroups<UploadLink>(
      (link) => link.document_id,
      (link) => link.created_at,
      'newest first',
    ),
  };
}
