import type { z } from 'zod';
import { COMMAND } from '../../command-name.ts';
import type { TunnelState } from '../../domain/tunnel-state.ts';
import type { publicAccessSchema } from '../../operations/public-access/view.ts';
import { shortTime } from './output.ts';

type PublicAccessView = z.infer<typeof publicAccessSchema>;

/** How others reach the workspace, for people at a terminal: one fact a line, what to do behind what is wrong. */
export function describePublicAccess(access: PublicAccessView, { log = false } = {}): string {
  const lines = [sentence(access), ...obstacles(access)];
  if (access.port_check?.is_right === true) lines.push(`  ${access.port_check.sentence}`);
  // Where there is no address, there is none to connect again with.
  for (const app of access.url === null ? [] : access.apps_to_renew)
    lines.push(`  To be connected again: ${app.name} of ${app.username}, was at ${app.base_url}`);
  if (log) lines.push(...access.log.map(({ time, level, message }) => `  ${time} ${level} ${message}`));
  return lines.join('\n');
}

function sentence(access: PublicAccessView): string {
  if (access.is_paused) return 'Public access is paused: nobody but this computer reaches the workspace.';
  switch (access.mode) {
    case 'off':
      return 'Only this computer reaches the workspace.';
    case 'own_domain':
      return ownDomainWords(access);
    case 'named_tunnel':
      return `Others reach the workspace at ${access.url ?? 'no address yet'}, through your tunnel: ${tunnelWords(access.tunnel)}.`;
    case 'quick_tunnel':
      return access.url === null
        ? `The trial’s address is on its way: ${tunnelWords(access.tunnel)}. Ask again with: ${COMMAND} address show`
        : `Others reach the workspace at ${access.url}, a trial whose address changes at every start: ${tunnelWords(access.tunnel)}.`;
    default:
      return access.mode satisfies never;
  }
}

function ownDomainWords({ url, port, proof }: PublicAccessView): string {
  const way = port === null ? 'through your own proxy' : `through your own proxy to port ${port}`;
  const isProven = proof !== null && proof.checked_at !== null && proof.obstacle === null;
  if (url !== null && !isProven) {
    const found = proof?.obstacle ? 'it could not be reached' : 'that is not checked yet';
    return `Others are to reach the workspace at ${url}, ${way}; ${found}.`;
  }
  return `Others reach the workspace at ${url ?? 'no address yet'}, ${way}.`;
}

function obstacles({ problem, proof, tunnel }: PublicAccessView): string[] {
  const found = [
    problem,
    proof?.obstacle ?? null,
    tunnel.state === 'failed' || tunnel.state === 'degraded' ? tunnel : null,
  ];
  return found.flatMap((one) => (one === null ? [] : [`  ${one.reason}`, `  ${one.hint}`]));
}

function tunnelWords(state: TunnelState): string {
  switch (state.state) {
    case 'off':
      return 'not started';
    case 'starting':
      return 'starting';
    case 'connecting':
      return 'connecting';
    case 'online':
      return `online since ${shortTime(state.since)}, ${state.connections} connections over ${state.protocol}`;
    case 'degraded':
      return 'not in order';
    case 'backing_off':
      return `trying again at ${shortTime(state.until)}. ${state.reason.replace(/\.$/, '')}`;
    case 'failed':
      return 'failed';
    default:
      return state satisfies never;
  }
}
