import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { isAtLeast } from '../../domain/role.ts';
import { defineOperation } from '../define.ts';
import { missing } from '../documents/load.ts';
import { presentUploadLink, uploadLinkSchema } from './view.ts';

/**
 * Ends an upload link at once and for good: one's own, or anybody's for an admin. One that is over stays as it is.
 * Somebody else's link answers like an unknown one (security A2).
 */
export const revokeUploadLink = defineOperation({
  name: 'upload_links.revoke',
  summary: 'Revoke an upload link',
  scope: 'write',
  effect: 'destructive',
  trust: 'drafts',
  input: z.strictObject({ id: idSchema('upload_link') }),
  output: z.object({ upload_link: uploadLinkSchema }),
  run(context, { id }) {
    const link = context.tx.upload_links.get(id);
    const isOwn = link?.user_id === context.user.id;
    if (!link || !(isOwn || isAtLeast(context.user.role, 'admin'))) throw missing(context, 'upload link');
    const isOver = link.used_at !== null || link.revoked_at !== null;
    const revoked = isOver ? link : { ...link, revoked_at: context.now };
    if (!isOver) context.tx.upload_links.put(revoked);
    context.record({ type: 'document', id: link.document_id }, { details: { upload_link: id } });
    return { upload_link: presentUploadLink(context, revoked) };
  },
});
