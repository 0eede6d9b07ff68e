import { createServer } from 'node:net';
import type { Config } from './config.ts';
import { systemErrorCode } from './system-error.ts';

/** How far above the wanted port a free one is looked for. */
const REACH = 20;

/**
 * The port to listen on: as configured or, where another program has that one and nobody named it at the start, the
 * next free one (decisions §3, "Port taken"). When none is free, the configured one, so that the failure names it.
 */
export async function freePort({
  host,
  port,
  localPort,
  given,
}: Pick<Config, 'host' | 'port' | 'localPort' | 'given'>): Promise<number> {
  if (given.port) return port;
  for (let candidate = port; candidate <= Math.min(port + REACH, 65_535); candidate += 1) {
    const isKept = candidate !== port && candidate === localPort;
    if (!isKept && (await isFree(host, candidate))) return candidate;
  }
  return port;
}

/** Anything but another program at the port is for the listener to say. */
function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(systemErrorCode(error) !== 'EADDRINUSE'));
    probe.listen({ host, port }, () => probe.close(() => resolve(true)));
  });
}
