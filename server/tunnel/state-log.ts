import type { TunnelState } from '../domain/tunnel-state.ts';
import type { Logger } from '../log.ts';

/** One line of our own log per change of the state (security X10): what the program says stays in its own tail. */
export function logState(log: Logger, state: TunnelState): void {
  switch (state.state) {
    case 'off':
      return log.info('the tunnel is off');
    case 'starting':
    case 'connecting':
      return log.debug(`the tunnel is ${state.state}`);
    case 'online':
      return log.info({ protocol: state.protocol, connections: state.connections }, 'the tunnel is online');
    case 'degraded':
      return log.warn({ reason: state.reason }, 'the tunnel stands, but its address does not work');
    case 'backing_off':
      return log.warn(
        { reason: state.reason, attempt: state.attempt, until: state.until },
        'the tunnel is started again later',
      );
    case 'failed':
      return log.error({ reason: state.reason, hint: state.hint }, 'the tunnel cannot run');
  }
}
