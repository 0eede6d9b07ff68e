import { z } from 'zod';
import { idSchema, newId } from '../../domain/identifier.ts';
import { lineSchema } from '../../domain/text.ts';
import { mintSecret } from '../../domain/token-secret.ts';
import { insertSchema, UPLOAD_LINK_LIFE_MS, type UploadLink } from '../../domain/upload-link.ts';
import { conflict } from '../../errors.ts';
import { authorize } from '../../policies/decision.ts';
import { mayAttach } from '../../policies/attachments.ts';
import { defineOperation, type OperationContext } from '../define.ts';
import { loadDocument } from '../documents/load.ts';
import { credentialId, provenanceOf } from '../people.ts';
import { hasExpired, momentOf, startLifetime } from './lifetime.ts';
import { presentUploadLink, uploadLinkSchema } from './view.ts';

/** Of one person for one document, at a time. */
const MOST_OPEN = 20;
const DAY_MS = 86_400_000;
/** So long a link that is over is still listed; the audit log keeps it for good. */
const KEPT_DAYS = 7;

/**
 * Mints a link on which one picture can be sent to a document within an hour, without signing in: "only a user with
 * edit rights on the document can mint it" (specification, "Authentication" 9). The address is in this answer and
 * nowhere else: only the token's hash is stored.
 */
export const createUploadLink = defineOperation({
  name: 'upload_links.create',
  summary: 'Create an upload link for a document',
  scope: 'write',
  effect: 'write',
  trust: 'drafts',
  input: z.strictObject({
    doc_id: idSchema('document'),
    insert: insertSchema
      .default('append')
      .describe('Where the picture goes: at the end, at the top, or nowhere (attached only)'),
    alt: z
      .union([z.literal(''), lineSchema(500)])
      .default('')
      .describe('What the picture shows, for those who cannot see it'),
  }),
  output: z.object({
    upload_link: uploadLinkSchema,
    upload_url: z.string().describe('The address of the page that takes the picture; told once'),
  }),
  run(context, { doc_id, insert, alt }) {
    const { document, space } = loadDocument(context, doc_id);
    authorize(mayAttach(context, document, space));
    makeRoom(context, document.id);
    const { secret, hash } = mintSecret('upload_link');
    const link: UploadLink = {
      id: newId('upload_link'),
      secret_hash: hash,
      document_id: document.id,
      space_id: space.id,
      insert,
      alt,
      user_id: context.user.id,
      client: provenanceOf(context).client,
      credential_id: credentialId(context),
      created_at: context.now,
      expires_at: new Date(Date.parse(context.now) + UPLOAD_LINK_LIFE_MS).toISOString(),
      failed_attempts: 0,
      attachment_id: null,
      used_at: null,
      revoked_at: null,
    };
    context.tx.upload_links.put(link);
    startLifetime(context.services.clock, link.id);
    context.record({ type: 'document', id: document.id }, { details: { upload_link: link.id } });
    return {
      upload_link: presentUploadLink(context, link),
      upload_url: `${context.actor.base_url}/upload/${secret}`,
    };
  },
});

/** Lets go of links that were over long ago, and refuses to pile up open ones. */
function makeRoom(context: OperationContext, documentId: string): void {
  const { clock, views } = context.services;
  const moment = momentOf(clock);
  const links = views.uploadLinksOf(documentId);
  for (const link of links) {
    if (Date.parse(link.expires_at) < moment.wall - KEPT_DAYS * DAY_MS)
      context.tx.upload_links.delete(link.id);
  }
  const open = links.filter(
    (link) =>
      link.user_id === context.user.id &&
      link.used_at === null &&
      link.revoked_at === null &&
      !hasExpired(clock, link, moment),
  );
  if (open.length < MOST_OPEN) return;
  throw conflict(`You have ${open.length} open upload links for this document.`, {
    hint: 'Use one of them, revoke some, or wait: each is over after an hour.',
  });
}
