import { z } from 'zod';
import { idSchema } from '../../domain/identifier.ts';
import { isAtLeast } from '../../domain/role.ts';
import { UPLOAD_LINK_STATES } from '../../domain/upload-link.ts';
import { defineOperation } from '../define.ts';
import { loadDocument } from '../documents/load.ts';
import { listOutput, pageInput, pageOf } from '../page.ts';
import { presentUploadLink, uploadLinkSchema } from './view.ts';

/** Upload links, newest first: one's own, everybody's for an admin. Their addresses are not told again. */
export const listUploadLinks = defineOperation({
  name: 'upload_links.list',
  summary: 'List upload links',
  scope: 'read',
  effect: 'read',
  input: z.strictObject({
    document: idSchema('document').optional().describe('For this document only'),
    state: z
      .enum([...UPLOAD_LINK_STATES, 'all'])
      .default('open')
      .describe('Those in this state only'),
    ...pageInput,
  }),
  output: listOutput(uploadLinkSchema),
  run(context, { document, state, ...page }) {
    const { views, store } = context.services;
    const links = document
      ? views.uploadLinksOf(loadDocument(context, document).document.id)
      : [...store.tables.upload_links.all()];
    const seesAll = isAtLeast(context.user.role, 'admin');
    const items = links
      .filter((link) => seesAll || link.user_id === context.user.id)
      .toSorted(
        (left, right) => right.created_at.localeCompare(left.created_at) || left.id.localeCompare(right.id),
      )
      .map((link) => presentUploadLink(context, link))
      .filter((link) => state === 'all' || link.state === state);
    return pageOf(items, page);
  },
});
