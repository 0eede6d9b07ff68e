import type { Logger } from '../log.ts';
import type { Tunnel } from '../tunnel-ports.ts';
import { createLauncher, type Launch } from './launcher.ts';
import { readIngress, readQuickHostname, readReadiness } from './metrics.ts';
import { createProbe, type Probe } from './probe.ts';
import { createSupervisor } from './supervisor.ts';
import { systemTime, type Time } from '../time.ts';

export interface TunnelOptions {
  /** A folder of the data folder for the program's settings file and the note of its process; made when needed. */
  folder: string;
  /** Which workspace a look at our own public address should find. */
  instanceId: string;
  log: Logger;
  /** Where `CLOUDFLARED_BIN` and `PATH` are looked up, and what the program inherits, apart from `TUNNEL_*`. */
  env?: NodeJS.ProcessEnv;
  /** Replaced by tests only. */
  launch?: Launch;
  probe?: Probe;
  time?: Time;
  random?: () => number;
}

/**
 * The supervisor of Cloudflare's tunnel program: finds, starts, watches, restarts and ends it (desktop-shell §2, security
 * X10). Nothing runs before the first order, and nothing is left when `close` has resolved.
 */
export function createTunnel(options: TunnelOptions): Tunnel {
  const { folder, env = process.env } = options;
  return createSupervisor({
    launch: options.launch ?? createLauncher({ folder, env }),
    metrics: { readReadiness, readQuickHostname, readIngress },
    probe: options.probe ?? createProbe(),
    instanceId: options.instanceId,
    log: options.log,
    time: options.time ?? systemTime,
    random: options.random ?? Math.random,
  });
}
