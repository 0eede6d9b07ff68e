import { z } from 'zod';
import { insertSchema } from '../../domain/upload-link.ts';
import { mostImageBytes } from '../attachments/keep-image.ts';
import { defineOperation } from '../define.ts';
import { personSchema } from '../people.ts';
import { momentOf } from './lifetime.ts';
import { loadOpenLink } from './load.ts';

/** What whoever opens an upload link is told; looking never spends it (security U5). */
export const describeUploadLink = defineOperation({
  name: 'upload_links.describe',
  summary: 'Describe an open upload link',
  scope: 'read',
  effect: 'read',
  reach: 'upload_link',
  input: z.strictObject({}),
  output: z.object({
    document_title: z.string(),
    space_name: z.string(),
    workspace_name: z.string(),
    minted_by: personSchema.shape.name,
    insert: insertSchema,
    seconds_left: z.int(),
    limit_bytes: z.int().describe('Largest file'),
  }),
  run(context) {
    const now = momentOf(context.services.clock);
    const { link, document, space } = loadOpenLink(context, now);
    return {
      document_title: document.title,
      space_name: space.name,
      workspace_name: context.settings.workspace_name,
      minted_by: context.user.name,
      insert: link.insert,
      seconds_left: Math.ceil((Date.parse(link.expires_at) - now.wall) / 1000),
      limit_bytes: mostImageBytes(context),
    };
  },
});
