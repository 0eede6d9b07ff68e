import { z } from 'zod';
import { isPublicAddress } from '../../domain/public-address.ts';
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
    is_public: z.boolean().describe('Whether programs on the internet can be expected to reach it'),
  }),
  run({ actor: { base_url: url } }) {
    return { url, connector_url: `${url}/api/mcp`, is_public: isPublicAddress(url) };
  },
});
