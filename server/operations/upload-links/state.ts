import type { DocumentHead } from '../../domain/document.ts';
import type { Space } from '../../domain/space.ts';
import { uploadLinkState, type UploadLink, type UploadLinkState } from '../../domain/upload-link.ts';
import { mayAttach } from '../../policies/attachments.ts';
import type { OperationContext } from '../define.ts';
import { standsToMint, trustOf } from '../standing.ts';
import { hasExpired, momentOf } from './lifetime.ts';

/** Where the picture of a link goes. */
export interface LinkTarget {
  document: DocumentHead;
  space: Space;
}

/**
 * The document that a link brings a picture to, or undefined when it does not any more: "mint and use both re-check the
 * minter's edit right; trash or move of the document kills it" (security U6).
 */
export function targetOf({ tx }: OperationContext, link: UploadLink): LinkTarget | undefined {
  const document = tx.documents.get(link.document_id);
  const space = tx.spaces.get(link.space_id);
  if (document?.trashed !== null || !space || document.space_id !== space.id) return undefined;
  const user = tx.users.get(link.user_id);
  if (!user || user.disabled) return undefined;
  const trust = trustOf(tx, { kind: 'upload_link', id: link.id });
  return mayAttach({ user, trust }, document, space).allowed ? { document, space } : undefined;
}

/** What a link is now, as its page says it: one that would take nothing is not open, whatever ended it. */
export function stateOf(context: OperationContext, link: UploadLink): UploadLinkState {
  const { clock } = context.services;
  const state = uploadLinkState(link, hasExpired(clock, link, momentOf(clock)));
  if (state !== 'open') return state;
  const { credential_id: mintedBy, user_id: minter } = link;
  const stands = mintedBy === null || standsToMint(context.tx, mintedBy, minter, context.now);
  return stands && targetOf(context, link) ? 'open' : 'revoked';
}
