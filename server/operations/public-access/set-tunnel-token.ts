import { z } from 'zod';
import { tunnelTokenSchema } from '../../domain/tunnel-token.ts';
import { defineOperation } from '../define.ts';
import { requireAdmin } from '../perform.ts';

/**
 * Keeps the token of the named tunnel; null removes it. The token is in no answer, log, export or audit entry, and on no
 * command line (security E9, X10).
 */
export const setTunnelToken = defineOperation({
  name: 'public_access.set_tunnel_token',
  summary: 'Set the token of the tunnel',
  scope: 'write',
  effect: 'write',
  reach: 'local',
  input: z.strictObject({
    token: tunnelTokenSchema.nullable().describe('As Cloudflare’s dashboard shows it; null removes it'),
  }),
  output: z.object({ has_token: z.boolean() }),
  async run(context, { token }) {
    requireAdmin(context, 'set the token of the tunnel');
    await context.services.secrets.write('tunnel', token === null ? null : { token });
    const changed = token === null ? 'tunnel token removed' : 'tunnel token set';
    context.record({ type: 'settings', id: 'workspace' }, { details: { changed }, isEvent: true });
    return { has_token: token !== null };
  },
});
