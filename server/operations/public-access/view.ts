import { z } from 'zod';
import { publicAccessModeSchema, publicDomainSchema } from '../../domain/public-access.ts';
import { tunnelStateSchema } from '../../domain/tunnel-state.ts';
import type { OperationContext } from '../define.ts';
import { portCheckOf, portCheckSchema } from './port-check.ts';

const logLineSchema = z.object({
  time: z.iso.datetime(),
  level: z.enum(['info', 'warn', 'error']),
  message: z.string(),
});

const appToRenewSchema = z.object({
  id: z.string(),
  name: z.string().describe('What the app calls itself'),
  username: z.string(),
  base_url: z.string().describe('Address that it connected to'),
});

/** Everything that the screen "Public address" shows (decisions §3). No secret is in it. */
export const publicAccessSchema = z.object({
  mode: publicAccessModeSchema,
  source: z
    .enum(['command_line', 'settings'])
    .describe('command_line: --base-url decides, and the settings count again without it'),
  url: z.string().nullable().describe('Where others reach the workspace; null while they cannot'),
  connector_url: z.string().nullable().describe('Where assistants connect to (MCP)'),
  domain: publicDomainSchema.describe('As the settings name it'),
  has_token: z.boolean().describe('Whether a tunnel token is kept'),
  is_paused: z.boolean(),
  problem: z
    .object({ reason: z.string(), hint: z.string() })
    .nullable()
    .describe('What the owner has to do before others can reach the workspace'),
  proof: z
    .object({
      checked_at: z.iso.datetime().nullable().describe('null: not checked yet'),
      obstacle: z.object({ reason: z.string(), hint: z.string() }).nullable(),
    })
    .nullable()
    .describe('Whether this workspace has answered at its own domain; null for every other way'),
  tunnel: tunnelStateSchema,
  log: z.array(logLineSchema).describe('The last lines of the tunnel’s program'),
  port: z.int().nullable().describe('Of the public listener; null while the workspace is not served'),
  service: z.string().nullable().describe('Where the tunnel has to lead to, as the dashboard asks for it'),
  port_check: portCheckSchema,
  apps_to_renew: z.array(appToRenewSchema).describe('Connected apps that must be connected again'),
});

export type PublicAccessView = z.infer<typeof publicAccessSchema>;

/** How many lines of the program's log are shown. */
const LOG_LINES = 60;

/** Public access as it stands at the moment. */
export async function presentPublicAccess(context: OperationContext): Promise<PublicAccessView> {
  const { publicAccess, secrets } = context.services;
  const { publicUrl: url, port, tunnel } = publicAccess;
  const stored = await secrets.read('tunnel');
  return {
    mode: publicAccess.mode,
    source: publicAccess.source,
    url,
    connector_url: url === null ? null : `${url}/api/mcp`,
    domain: context.settings.public_domain,
    has_token: stored !== null,
    is_paused: publicAccess.isPaused,
    problem: publicAccess.problem,
    proof: publicAccess.proof,
    tunnel: tunnel.state,
    log: tunnel.log.slice(-LOG_LINES).map((line) => ({ ...line })),
    port,
    service: port === null ? null : `http://localhost:${port}`,
    port_check: portCheckOf(publicAccess, context.settings.public_domain),
    apps_to_renew: appsToRenew(context),
  };
}

function appsToRenew({ services, tx }: OperationContext): PublicAccessView['apps_to_renew'] {
  const items: PublicAccessView['apps_to_renew'] = [];
  for (const app of services.store.tables.connected_apps.all()) {
    if (app.disconnected_at !== null || services.isOwnAddress(app.base_url)) continue;
    const username = tx.users.get(app.user_id)?.username ?? '';
    items.push({ id: app.id, name: app.name, username, base_url: app.base_url });
  }
  return items.toSorted((left, right) => left.name.localeCompare(right.name));
}
