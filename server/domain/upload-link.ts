import { z } from 'zod';

/** Where an image goes in the body: at the end, at the beginning, or nowhere (specification, `add_image`). */
export const insertSchema = z.enum(['append', 'top', 'none']);
export type Insert = z.infer<typeof insertSchema>;

/** A single-use link on which one image is sent without signing in. The token itself is never stored. */
export interface UploadLink {
  id: string;
  /** SHA-256 of the whole token, hex. */
  secret_hash: string;
  document_id: string;
  /** Where the document was when the link was minted: moving it kills the link (security U6). */
  space_id: string;
  insert: Insert;
  alt: string;
  /** Who minted it: the upload acts, and is audited, as this person. */
  user_id: string;
  /** The connected app or token that minted it, or null. */
  client: string | null;
  /** Id of that app or token: the link dies with it, and never allows more than it. Null at the desk and in the app. */
  credential_id: string | null;
  created_at: string;
  expires_at: string;
  /** Files that were refused on it; at ten it is dead (security U2). */
  failed_attempts: number;
  /** The attachment that it was used for, or null. */
  attachment_id: string | null;
  used_at: string | null;
  revoked_at: string | null;
}

/** "It expires one hour after minting" (specification, upload link states). */
export const UPLOAD_LINK_LIFE_MS = 3_600_000;
/** Refused files after which a link takes no more (security U2). */
export const MOST_FAILED_ATTEMPTS = 10;

/** `blocked`: too many files were refused on it. */
export const UPLOAD_LINK_STATES = ['open', 'used', 'revoked', 'blocked', 'expired'] as const;
export type UploadLinkState = (typeof UPLOAD_LINK_STATES)[number];

/** @param hasExpired whether its hour is over */
export function uploadLinkState(link: UploadLink, hasExpired: boolean): UploadLinkState {
  if (link.used_at !== null) return 'used';
  if (link.revoked_at !== null) return 'revoked';
  if (link.failed_attempts >= MOST_FAILED_ATTEMPTS) return 'blocked';
  return hasExpired ? 'expired' : 'open';
}
