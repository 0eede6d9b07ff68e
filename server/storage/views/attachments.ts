import type { Attachment } from '../../domain/attachment.ts';
import type { UploadLink } from '../../domain/upload-link.ts';
import type { AttachmentUse } from '../../ports.ts';
import { createGroups, createLookup } from './lookup.ts';
import { viewOf, type View } from './view.ts';

interface Uses extends View<Attachment> {
  /** Of one person, or of all. */
  of: (userId?: string) => AttachmentUse;
}

const NOTHING: AttachmentUse = { files: 0, bytes: 0 };

/** How many attachments there are and how large they are together, also by who added them. */
export function createUses(): Uses {
  let all = NOTHING;
  const byUser = new Map<string, AttachmentUse>();
  const count = ({ size, by }: Attachment, sign: 1 | -1) => {
    const changed = ({ files, bytes }: AttachmentUse) => ({
      files: files + sign,
      bytes: bytes + sign * size,
    });
    all = changed(all);
    byUser.set(by.user_id, changed(byUser.get(by.user_id) ?? NOTHING));
  };
  const add = (attachment: Attachment) => count(attachment, 1);
  return {
    ...viewOf<Attachment>({ append: add, add, remove: (attachment) => count(attachment, -1) }),
    of: (userId) => (userId === undefined ? all : (byUser.get(userId) ?? NOTHING)),
  };
}

export const createAttachmentsOf = () =>
  createGroups<Attachment>(
    (attachment) => attachment.document_id,
    (attachment) => attachment.created_at,
    'oldest first',
  );

export const createAttachmentsWithHash = () =>
  createGroups<Attachment>(
    (attachment) => attachment.sha256,
    (attachment) => attachment.created_at,
    'oldest first',
  );

export const createLinkSecrets = () => createLookup<UploadLink>((link) => link.secret_hash);

/** The upload links of a document. */
export const createLinksOf = () =>
  createGroups<UploadLink>(
    (link) => link.document_id,
    (link) => link.created_at,
    'newest first',
  );
