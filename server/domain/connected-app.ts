import type { Scope } from './personal-token.ts';
import type { TrustLevel } from './trust-level.ts';

/** Why the program itself ended an app's access. The first two are what a thief of a code or token would cause. */
export const DISCONNECT_REASONS = [
  'code reused',
  'refresh token reused',
  'revoked by the app',
  'not used for 90 days',
] as const;
export type DisconnectReason = (typeof DISCONNECT_REASONS)[number];

/**
 * A program that a person let in through sign-in and consent: one record for each person and client. Its tokens
 * are OAuth artifacts of the grants that belong to it.
 */
export interface ConnectedApp {
  id: string;
  user_id: string;
  /** As registered: an id that we made, or the https address of a client metadata document. */
  client_id: string;
  /** What the client calls itself, cleaned; nobody has verified it. */
  name: string;
  /** Host of the metadata document, or null for an app that registered itself. */
  identity_host: string | null;
  /** Where it is sent back to after consent, e.g. `claude.ai`, `127.0.0.1`, `cursor:`. */
  redirect_host: string;
  /** Start of the address that it connected to: its tokens are good there only. */
  base_url: string;
  scopes: Scope[];
  trust_level: TrustLevel;
  created_at: string;
  /** As last written, at most once a minute; what is true now is `LastUsed.of`. Absent until the first call. */
  last_used_at?: string;
  disconnected_at: string | null;
  /** Since when the workspace is at another address, and its person was told so; absent while it finds it. */
  must_reconnect_since?: string;
}
