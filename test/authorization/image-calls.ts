import type { z } from 'zod';
import { addAttachment } from '../../server/operations/attachments/add.ts';
import { addImage } from '../../server/operations/attachments/add-image.ts';
import { deleteAttachment } from '../../server/operations/attachments/delete.ts';
import { listAttachments } from '../../server/operations/attachments/list.ts';
import { readAttachment } from '../../server/operations/attachments/read.ts';
import type { Operation } from '../../server/operations/define.ts';
import { createUploadLink } from '../../server/operations/upload-links/create.ts';
import { listUploadLinks } from '../../server/operations/upload-links/list.ts';
import { revokeUploadLink } from '../../server/operations/upload-links/revoke.ts';
import type { Call, Target } from './calls.ts';
import type { Outcome } from './grid.ts';

/** One pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

function call<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  input: (target: Target) => z.input<Input> & object,
  read: (output: z.input<Output>, target: Target) => Outcome = () => 'ok',
): Call {
  return { operation, input, read };
}

const theDocument = ({ place, state }: Target) => place.documents[state];
const theAttachment = ({ place, state }: Target) => place.attachments[state];
const listed = ({ items }: { items: readonly { id: string }[] }, id: string): Outcome =>
  items.some((item) => item.id === id) ? 'shown' : 'absent';

/** The calls that the rules about pictures and upload links speak of. */
export const IMAGE_CALLS: Readonly<Record<string, Call>> = {
  'attachments.list': call(listAttachments, (target) => ({ doc_id: theDocument(target) })),
  'attachments.read': call(readAttachment, (target) => ({ id: theAttachment(target) })),
  'attachments.add': call(addAttachment, (target) => ({ doc_id: theDocument(target), data: PIXEL })),
  'attachments.add_image': call(addImage, (target) => ({ doc_id: theDocument(target), data: PIXEL })),
  'attachments.add_image and place it': call(
    addImage,
    (target) => ({ doc_id: theDocument(target), data: PIXEL, insert: 'append' as const }),
    ({ placed }) => (placed === 'waiting' ? 'queued' : 'ok'),
  ),
  'attachments.delete': call(deleteAttachment, (target) => ({ id: theAttachment(target) })),
  'upload_links.create': call(createUploadLink, (target) => ({ doc_id: theDocument(target) })),
  'upload_links.list of one’s own': call(
    listUploadLinks,
    () => ({ state: 'all' as const, limit: 100 }),
    (output, { place }) => listed(output, place.ownLink),
  ),
  'upload_links.list of somebody else': call(
    listUploadLinks,
    () => ({ state: 'all' as const, limit: 100 }),
    (output, { place }) => listed(output, place.theirLink),
  ),
  'upload_links.revoke of one’s own': call(revokeUploadLink, ({ place }) => ({ id: place.ownLink })),
  'upload_links.revoke of somebody else': call(revokeUploadLink, ({ place }) => ({ id: place.theirLink })),
};
