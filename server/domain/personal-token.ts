import { z } from 'zod';
import { lineSchema } from './text.ts';

export const scopeSchema = z.enum(['read', 'write']);
export type Scope = z.infer<typeof scopeSchema>;

/** What a credential is given: at least one scope, each once. */
export const scopesSchema = z
  .array(scopeSchema)
  .min(1)
  .max(2)
  .transform((scopes) => [...new Set(scopes)]);

export const tokenNameSchema = lineSchema(100).describe('What the token is for');

/** The next step for whoever has no token, or one that does not do. */
export const HOW_TO_CREATE_TOKEN =
  'Tokens are created in the app under Manage account → API tokens, or at the machine of the workspace with the command `token create --user NAME --name LABEL`.';

/** A personal access token. The secret itself is shown once and never stored (security T2). */
export interface PersonalToken {
  id: string;
  user_id: string;
  name: string;
  /** SHA-256 of the whole token, hex. */
  secret_hash: string;
  last_four: string;
  scopes: Scope[];
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  /** As last written, at most once a minute; what is true now is `LastUsed.of`. Absent until the first use. */
  last_used_at?: string;
  /** The same of calls of the connector, which assistants make, not scripts; what is true now is `LastUsed.connectorCallOf`. */
  connector_called_at?: string;
}
