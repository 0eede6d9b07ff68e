import { ingressProblem } from '../../domain/ingress.ts';
import { amber, green, red, skipped, type Check, type Verdict } from '../check.ts';
import type { PublicAccess } from '../../tunnel-ports.ts';

/** What the tunnel's program says of itself, and whether its dashboard leads here (desktop-shell §2). */
export const tunnel: Check = {
  id: 'tunnel',
  group: 'server',
  title: 'Public access',
  needs: [],
  run({ services: { publicAccess } }) {
    const { mode, problem, isPaused } = publicAccess;
    if (problem) return red(problem.reason, problem.hint);
    if (mode === 'off') return skipped('It is off: nobody reaches the workspace from the internet.');
    if (isPaused)
      return amber('It is paused: assistants and phones are cut off.', 'Resume it under Public address.');
    if (mode === 'own_domain') return green('Through a proxy of your own.');
    return wrongPort(publicAccess) ?? stateVerdict(publicAccess);
  },
};

function wrongPort({ tunnel: { ingress, publicUrl }, port }: PublicAccess): Verdict | undefined {
  if (ingress === null || publicUrl === null || port === null) return undefined;
  const problem = ingressProblem(ingress, { hostname: new URL(publicUrl).hostname, port });
  return problem === null ? undefined : red(problem.reason, problem.hint);
}

function stateVerdict({ mode, tunnel: { state } }: PublicAccess): Verdict {
  switch (state.state) {
    case 'online': {
      const words = `The tunnel is online, with ${state.connections} ${state.connections === 1 ? 'connection' : 'connections'}.`;
      if (mode === 'named_tunnel') return green(words);
      return amber(
        `${words} It is a trial: its address changes at every start, and assistants have to be connected anew then.`,
        'Set up an address that stays, under Public address.',
      );
    }
    case 'degraded':
      return amber(state.reason, state.hint);
    case 'failed':
      return red(state.reason, state.hint);
    case 'backing_off':
      return red(`The tunnel is down: ${state.reason}.`, 'It starts again by itself in a moment.');
    case 'starting':
    case 'connecting':
      return amber('The tunnel is just connecting.', 'Run the checks again in a moment.');
    case 'off':
      return red('The tunnel is not running.', 'Switch it on under Public address.');
    default:
      return state satisfies never;
  }
}
