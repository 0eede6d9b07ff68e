/**
 * What the authorization server keeps: clients, grants, codes, tokens, interactions. Ids of what is secret are
 * hashed, so that no usable token stands on disk (security T2, F7).
 */
export interface OAuthArtifact {
  /** `<model>:<id or SHA-256 of it>`. */
  id: string;
  model: string;
  payload: Record<string, unknown>;
  grant_id: string | null;
  account_id: string | null;
  client_id: string | null;
  created_at: string;
  /** RFC 3339; null for what does not expire by itself, such as clients. */
  expires_at: string | null;
}
