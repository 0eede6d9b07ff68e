import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { OpenPort } from '../faces/http/open-port.ts';
import { openSetupListener } from '../faces/app/setup-listener.ts';
import { createLaunchTickets } from '../identity/launch-tickets.ts';
import { createLogger } from '../log.ts';
import { startServer, type RunningServer, type StartOptions } from '../start.ts';
import { systemErrorCode } from '../system-error.ts';
import { createSetup } from './setup.ts';

/** A program that waits for its workspace to be made in a browser at this machine. */
export interface WaitingSetup {
  /** Opens the first page once, within ten minutes. */
  address: string;
  /** Resolves with the server on the workspace, once there is one. */
  made: Promise<RunningServer>;
  /** Ends the waiting. Not for a server that runs already: that ends by itself. */
  close(): Promise<void>;
}

/** Serves the first page at the local listener's port, and then the whole workspace in the same process. */
export async function serveSetup(config: Config, options: StartOptions = {}): Promise<WaitingSetup> {
  const { log = createLogger(config.logLevel) } = options;
  const tickets = createLaunchTickets(systemClock);
  const { promise: made, resolve } = Promise.withResolvers<RunningServer>();
  const setup = createSetup({
    config,
    start: async () => resolve(await startServer(config, { ...options, log, tickets, openPort: port })),
  });
  const listenAt = (wanted: number) => openSetupListener({ setup, tickets, log, port: wanted });
  const port = await atFreePort(config.localPort, listenAt);
  return {
    address: `${port.url}/?ticket=${tickets.mint()}`,
    made,
    close: () => port.close(),
  };
}

/** A taken port is no reason not to start: the next free one serves. */
async function atFreePort(wanted: number, listenAt: (port: number) => Promise<OpenPort>): Promise<OpenPort> {
  try {
    return await listenAt(wanted);
  } catch (error) {
    if (systemErrorCode(error) !== 'EADDRINUSE') throw error;
    return listenAt(0);
  }
}
