import { z } from 'zod';
import { isPublicAddress } from '../../domain/public-address.ts';
import type { PublicAccess } from '../../tunnel-ports.ts';
import { defineOperation } from '../define.ts';

/** Where the workspace is reached: what people hand to others, and what assistants connect to. */
export const readAddress = defineOperation({
  name: 'workspace.address',
  summary: 'Read the address of the workspace',
  scope: 'read',
  effect: 'read',
  reach: 'person',
  peopleHint: 'The address is the start of the one that this request was sent to.',
  input: z.strictObject({}),
  output: z.object({
    url: z.string().describe('Without a trailing slash'),
    connector_url: z.string().describe('Where assistants connect to (MCP)'),
    standing: z
      .enum(['open', 'unproven', 'paused'])
      .describe(
        'paused: the owner holds public access back; unproven: the workspace has not answered at its own domain',
      ),
    is_public: z.boolean().describe('Whether programs on the internet can be expected to reach it'),
  }),
  run({ actor: { base_url: url }, services: { publicAccess } }) {
    return {
      url,
      connector_url: `${url}/api/mcp`,
      standing: standingOf(url, publicAccess),
      is_public: isPublicAddress(url),
    };
  },
});

/** An address of this computer or network has nothing to do with public access. */
function standingOf(
  url: string,
  { isPaused, proof, reach }: Pick<PublicAccess, 'isPaused' | 'proof' | 'reach'>,
): 'open' | 'unproven' | 'paused' {
  if (isPaused) return 'paused';
  if (url !== reach.fixedUrl || proof === null) return 'open';
  return proof.checked_at !== null && proof.obstacle === null ? 'open' : 'unproven';
}
