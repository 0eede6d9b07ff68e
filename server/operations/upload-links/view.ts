import { z } from 'zod';
import { insertSchema, UPLOAD_LINK_STATES, type UploadLink } from '../../domain/upload-link.ts';
import type { OperationContext } from '../define.ts';
import { person, personSchema } from '../people.ts';
import { stateOf } from './state.ts';

export const uploadLinkSchema = z.object({
  id: z.string(),
  document: z.object({ id: z.string(), title: z.string() }),
  insert: insertSchema.describe('Where the picture goes'),
  alt: z.string(),
  state: z.enum(UPLOAD_LINK_STATES),
  minted_by: personSchema,
  client: z.string().nullable().describe('The app or token that minted it'),
  created_at: z.string(),
  expires_at: z.string(),
  used_at: z.string().nullable(),
  failed_attempts: z.int().describe('Files that were refused on it; at ten it takes no more'),
});

export type UploadLinkView = z.infer<typeof uploadLinkSchema>;

export function presentUploadLink(context: OperationContext, link: UploadLink): UploadLinkView {
  return {
    id: link.id,
    document: {
      id: link.document_id,
      title: context.services.store.tables.documents.get(link.document_id)?.title ?? '',
    },
    insert: link.insert,
    alt: link.alt,
    state: stateOf(context, link),
    minted_by: person(context, link.user_id),
    client: link.client,
    created_at: link.created_at,
    expires_at: link.expires_at,
    used_at: link.used_at,
    failed_attempts: link.failed_attempts,
  };
}
