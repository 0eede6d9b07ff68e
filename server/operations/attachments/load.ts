import type { Attachment } from '../../domain/attachment.ts';
import { NoSuchDocument } from '../../errors.ts';
import type { OperationContext } from '../define.ts';
import { loadDocument, missing, type LoadedDocument } from '../documents/load.ts';

export interface LoadedAttachment extends LoadedDocument {
  attachment: Attachment;
}

/**
 * An attachment of a document that the acting user may see. "Readable by whoever reads the document": one of a hidden,
 * trashed or unknown document is as absent as an unknown one (security A2, A4).
 */
export function loadAttachment(context: OperationContext, id: string): LoadedAttachment {
  const attachment = context.tx.attachments.get(id);
  if (!attachment) throw missing(context, 'attachment');
  try {
    return { attachment, ...loadDocument(context, attachment.document_id) };
  } catch (error) {
    throw error instanceof NoSuchDocument ? missing(context, 'attachment') : error;
  }
}
