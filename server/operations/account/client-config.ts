import { z } from 'zod';
import { clientConfig, CLIENTS, TOKEN_PLACEHOLDER } from '../../domain/client-config.ts';
import { parsePersonalToken } from '../../domain/token-secret.ts';
import { defineOperation } from '../define.ts';

const clientConfigSchema = z.object({
  client: z.enum(CLIENTS),
  title: z.string(),
  url: z.string(),
  reachable: z.boolean().describe('Whether the program can reach this address'),
  note: z.string().describe('What to know before; may be empty'),
  steps: z.array(z.string()),
  snippets: z.array(
    z.object({ title: z.string(), language: z.enum(['sh', 'json', 'link', 'text']), text: z.string() }),
  ),
});

/** How each program is connected to this workspace, for the address that it is reached at now. */
export const readClientConfig = defineOperation({
  name: 'account.client_config',
  summary: 'Read how programs are connected',
  scope: 'read',
  effect: 'read',
  reach: 'person',
  input: z.strictObject({
    client: z.enum(CLIENTS).optional().describe('All when absent'),
    token: z
      .string()
      .max(100)
      .refine((secret) => secret === TOKEN_PLACEHOLDER || parsePersonalToken(secret) !== undefined, {
        message: 'must be a personal token',
      })
      .optional()
      .describe(
        `Secret that was just created, or ${TOKEN_PLACEHOLDER}, to stand in the snippets; it is neither stored nor checked`,
      ),
  }),
  output: z.object({ items: z.array(clientConfigSchema) }),
  run({ actor }, { client, token }) {
    const wanted = client === undefined ? CLIENTS : [client];
    return { items: wanted.map((name) => clientConfig(name, { baseUrl: actor.base_url, token })) };
  },
});
