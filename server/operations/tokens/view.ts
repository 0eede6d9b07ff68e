import { z } from 'zod';
import { scopeSchema, type PersonalToken } from '../../domain/personal-token.ts';
import type { OperationContext } from '../define.ts';
import { person, personSchema } from '../people.ts';

export const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  user: personSchema,
  shown_as: z.string().describe('Prefix and last four characters of the secret'),
  scopes: z.array(scopeSchema),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  connector_called_at: z
    .string()
    .nullable()
    .describe('Last call of the connector, as assistants make them; null when only scripts used it'),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});

export function presentToken(context: OperationContext, token: PersonalToken): z.infer<typeof tokenSchema> {
  return {
    id: token.id,
    name: token.name,
    user: person(context, token.user_id),
    shown_as: `cpl_pat_…${token.last_four}`,
    scopes: token.scopes,
    created_at: token.created_at,
    last_used_at: context.services.lastUsed.of(token.id),
    connector_called_at: context.services.lastUsed.connectorCallOf(token.id),
    expires_at: token.expires_at,
    revoked_at: token.revoked_at,
  };
}
