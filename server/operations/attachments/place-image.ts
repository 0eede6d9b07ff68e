import { z } from 'zod';
import { imageMarkdown } from '../../domain/image-name.ts';
import type { Insert } from '../../domain/upload-link.ts';
import { placeParagraph } from '../../markdown/place-paragraph.ts';
import { finishInSlices } from '../../sliced-work.ts';
import type { OperationContext } from '../define.ts';
import { applyOrQueue, takesEffect, type ChangeOutcome } from '../documents/apply-or-queue.ts';
import { applyEdit } from '../documents/edit.ts';
import type { LoadedDocument } from '../documents/load.ts';
import { documentSummarySchema, presentSummary } from '../documents/view.ts';
import { waitingText } from '../documents/waiting-text.ts';
import { stageAttachment, type AttachedImage, type AttachmentNames } from './stage.ts';
import { attachmentSchema, presentAttachment } from './view.ts';

/** What became of a picture: attached, and placed in the text, waiting to be, or left to the caller to place. */
export const attachedImageSchema = z.object({
  attachment: attachmentSchema,
  markdown: z.string().describe('Shows the image in a text of this workspace'),
  placed: z
    .enum(['no', 'now', 'waiting'])
    .describe('Whether it is in the text; waiting: in the review queue until an approver decides'),
  document: documentSummarySchema.describe('As it stands now'),
  change_request_id: z.string().optional().describe('Where the placing waits'),
  message: z.string().optional().describe('Why it waits'),
  notice: z.string().optional().describe('Why it does not stand exactly where it was asked for'),
});

export type AttachedImageView = z.infer<typeof attachedImageSchema>;

/**
 * Attaches a picture and places it, in the commit of the operation that asks. The picture is attached at once; placing
 * it is an edit like any other, so that in a published text of a strict workspace it waits for review (decisions,
 * "Images on published pages, strict mode"). "Append and top edit only the text around the image": they start from the
 * text as it is in this very commit. A picture is placed where it is shown, which `notice` says when that is not quite
 * where it was asked for. The caller has asked the policy.
 */
export async function attachAndPlace(
  context: OperationContext,
  loaded: LoadedDocument,
  image: AttachedImage,
  { insert, ...names }: AttachmentNames & { insert: Insert },
): Promise<AttachedImageView> {
  const { document } = loaded;
  const attachment = stageAttachment(context, document, image, names);
  const markdown = imageMarkdown(attachment, attachment.alt);
  const view = { attachment: presentAttachment(context, attachment), markdown };
  const details = { attachment_id: attachment.id, insert };
  const target = { type: 'document', id: document.id };
  if (insert === 'none') {
    context.record(target, { details });
    return { ...view, placed: 'no', document: presentSummary(context, document) };
  }
  const { outcome, notice } = await place(context, loaded, {
    markdown,
    insert,
    note: `Image: ${attachment.name}`,
  });
  const { content: _text, ...summary } = outcome.document;
  const version = summary.version;
  const placedView = { ...view, document: summary, ...(notice !== null && { notice }) };
  if (!outcome.pending) {
    context.record(target, { details: { ...details, version } });
    return { ...placedView, placed: 'now' };
  }
  const { change_request_id, message } = outcome;
  context.record(target, { result: 'queued', details: { ...details, version, change_request_id } });
  return { ...placedView, placed: 'waiting', change_request_id, message };
}

interface Placing {
  markdown: string;
  insert: Exclude<Insert, 'none'>;
  note: string;
}

async function place(
  context: OperationContext,
  { document, space }: LoadedDocument,
  { markdown, insert, note }: Placing,
): Promise<{ outcome: ChangeOutcome; notice: string | null }> {
  const { documents, change_requests: requests } = context.tx;
  const waiting = takesEffect(context, document, space, {}) ? undefined : waitingText(context, document);
  const text = await (waiting ? requests.content(waiting.id) : documents.content(document.id));
  const placed = await finishInSlices(placeParagraph(text, markdown, insert));
  const content = await applyEdit(text, { markdown: placed.text, mode: 'replace' });
  const outcome = await applyOrQueue(context, document, space, {
    fields: {},
    content,
    note,
    ...(waiting && { buildsOn: waiting.id }),
  });
  return { outcome, notice: placed.notice };
}
