import type { Attachment } from '../../domain/attachment.ts';
import type { DocumentHead } from '../../domain/document.ts';
import { newId } from '../../domain/identifier.ts';
import { altText, imageFileName } from '../../domain/image-name.ts';
import { conflict } from '../../errors.ts';
import type { OperationContext } from '../define.ts';
import { provenanceOf } from '../people.ts';
import { takeRoom } from './quota.ts';

/** What is known of the bytes: of a picture that was kept just now, or of another attachment. */
export type AttachedImage = Pick<Attachment, 'sha256' | 'type' | 'size' | 'width' | 'height'>;

export interface AttachmentNames {
  /** File name as it came. */
  name: string | undefined;
  alt: string;
  /** Chosen beforehand by an importer; a fresh one otherwise. */
  id?: string;
}

/** Of one document; more is a mistake or an attack (security U1). */
const MOST_ATTACHMENTS = 1_000;

/** Stages the record that ties a picture to a document. The caller has asked the policy. */
export function stageAttachment(
  context: OperationContext,
  document: DocumentHead,
  { sha256, type, size, width, height }: AttachedImage,
  { name, alt, id = newId('attachment') }: AttachmentNames,
): Attachment {
  context.tx.claim(attachmentsKey(document.id));
  if (context.services.views.attachmentsOf(document.id).length >= MOST_ATTACHMENTS) {
    throw conflict(`This document has ${MOST_ATTACHMENTS} attachments, which is the most.`, {
      hint: 'Delete those that it does not show, or attach to another document.',
    });
  }
  takeRoom(context, size);
  const attachment: Attachment = {
    id,
    document_id: document.id,
    name: imageFileName(name, type),
    type,
    size,
    width,
    height,
    sha256,
    alt: altText(alt),
    by: provenanceOf(context),
    created_at: context.now,
  };
  context.tx.attachments.put(attachment);
  return attachment;
}

/** Claimed by whoever adds an attachment, and by whoever deletes the document with all of them. */
export function attachmentsKey(documentId: string): string {
  return `attachments:${documentId}`;
}
