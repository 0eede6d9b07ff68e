/** What a code is for: one sign-in of somebody without a password, or the first one of a new member. */
export type SignInCodeKind = 'sign_in' | 'invitation';

/** A code or link that signs somebody in once. The secret itself is never stored (security T2). */
export interface SignInCode {
  id: string;
  kind: SignInCodeKind;
  user_id: string;
  /** SHA-256 of the secret, hex. */
  secret_hash: string;
  created_by: string;
  created_at: string;
  expires_at: string;
  /** Set once it was used or withdrawn. */
  ended_at: string | null;
}
