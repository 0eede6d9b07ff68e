import { app, powerMonitor } from 'electron';
import { networkInterfaces } from 'node:os';
import type { Logger } from '../server/log.ts';

/** How often to look whether the computer's addresses are still the same: Electron tells of sleep, not of networks. */
const LOOK_MS = 15_000;

/**
 * Calls `onWake` after sleep and after a change of the network, so that the tunnel is looked at at once, and ends the
 * program in order when the computer is shut down. Returns how to stop.
 */
export function watchPower(onWake: () => void, log: Logger): () => void {
  function wake(reason: string): void {
    log.info({ reason }, 'looking whether everything still stands');
    onWake();
  }
  const onSuspend = () => log.info('the computer goes to sleep');
  const onResume = () => wake('resume');
  let known = networkSignature();
  const look = setInterval(() => {
    const now = networkSignature();
    if (now !== known) wake('network');
    known = now;
  }, LOOK_MS);

  powerMonitor.on('suspend', onSuspend);
  powerMonitor.on('resume', onResume);
  powerMonitor.on('shutdown', onShutdown);
  return () => {
    clearInterval(look);
    powerMonitor.off('suspend', onSuspend);
    powerMonitor.off('resume', onResume);
    powerMonitor.off('shutdown', onShutdown);
  };
}

/** Gives the stop its time, where the system allows for it. */
function onShutdown(event?: { preventDefault?: () => void }): void {
  event?.preventDefault?.();
  app.quit();
}

/** The addresses by which this computer reaches others; loopback never changes. */
export function networkSignature(interfaces = networkInterfaces()): string {
  return Object.entries(interfaces)
    .flatMap(([name, addresses = []]) =>
      addresses.filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`),
    )
    .toSorted()
    .join('\n');
}
