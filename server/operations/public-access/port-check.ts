import { z } from 'zod';
import { ingressProblem } from '../../domain/ingress.ts';
import type { PublicAccess } from '../../tunnel-ports.ts';

export const portCheckSchema = z
  .object({
    is_right: z.boolean(),
    sentence: z.string(),
    hint: z.string().nullable().describe('What to change in Cloudflare’s dashboard'),
  })
  .nullable()
  .describe('Where Cloudflare’s dashboard sends the domain to; null while that is not known');

/** Whether the dashboard's own configuration of a named tunnel leads to this server, in a sentence for its owner. */
export function portCheckOf(
  { mode, port, tunnel }: Pick<PublicAccess, 'mode' | 'port' | 'tunnel'>,
  hostname: string,
): z.infer<typeof portCheckSchema> {
  if (mode !== 'named_tunnel' || tunnel.ingress === null || port === null) return null;
  const problem = ingressProblem(tunnel.ingress, { hostname, port });
  if (problem) return { is_right: false, sentence: problem.reason, hint: problem.hint };
  return {
    is_right: true,
    sentence: `The dashboard sends ${hostname} to port ${port}, where this server listens.`,
    hint: null,
  };
}
