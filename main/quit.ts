import { app } from 'electron';
import type { Logger } from '../server/log.ts';

/** Ending takes no longer than this (design §7); what was acknowledged is on disk long before. */
export const STOP_LIMIT_MS = 10_000;

export interface Quitting {
  /** Whether the program is about to end, so that windows close instead of being kept. */
  readonly isUnderWay: boolean;
  /** A window stays, because somebody goes on writing in it. */
  callOff(): void;
}

/**
 * Ends the program in order, whatever asked for it: the menu, the tray, a signal, the system's shutdown. `stop` runs
 * once, after the last window has closed, and has ten seconds.
 */
export function endInOrder(stop: () => Promise<void>, log: Logger): Quitting {
  let isUnderWay = false;
  let isStopping = false;
  app.on('before-quit', () => {
    isUnderWay = true;
  });
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isStopping) return;
    isStopping = true;
    void withinLimit(stop, log).then((code) => app.exit(code));
  });
  // The server goes on without a window.
  app.on('window-all-closed', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => (isStopping ? app.exit(1) : app.quit()));
  }
  return {
    get isUnderWay() {
      return isUnderWay;
    },
    callOff() {
      isUnderWay = false;
    },
  };
}

/** @returns the exit code */
async function withinLimit(stop: () => Promise<void>, log: Logger): Promise<number> {
  const { promise: late, resolve } = Promise.withResolvers<number>();
  const timer = setTimeout(() => {
    log.error('the program could not end in time');
    resolve(1);
  }, STOP_LIMIT_MS);
  const done = stop().then(
    () => 0,
    (error: unknown) => {
      log.error({ err: error }, 'the program could not end cleanly');
      return 1;
    },
  );
  const code = await Promise.race([done, late]);
  clearTimeout(timer);
  return code;
}
