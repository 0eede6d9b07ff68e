import { app, crashReporter, dialog, type BrowserWindow } from 'electron';
import type { Logger } from '../server/log.ts';

/** More reloads than this within a minute mean that the page fails by itself. */
const MOST_RELOADS = 3;
const WITHIN_MS = 60_000;

/** Crash dumps stay on this computer. To be called before `ready`. */
export function keepDumpsHere(): void {
  crashReporter.start({ uploadToServer: false });
}

/**
 * A fault that nothing caught: what the program holds can no longer be trusted, so it is noted and the program ends at
 * once. Everything acknowledged is in the journal.
 */
export function endOnFaults(log: Logger, close: () => void): void {
  function end(error: unknown): void {
    log.fatal({ err: error }, 'the program ends because of a fault');
    close();
    app.exit(1);
  }
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

/** Notes the end of any of Chromium's own processes; they come back by themselves. */
export function noteChildProcesses(log: Logger): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    log.error({ type, reason, exit_code: exitCode }, 'a process of the window ended');
  });
}

/** Brings a page back that crashed, three times a minute at most; then the person decides. */
export function reviveWindow(window: BrowserWindow, log: Logger, now: () => number = Date.now): void {
  let reloads: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log.error({ reason, exit_code: exitCode }, 'the page of the window ended');
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    reloads = reloads.filter((time) => now() - time < WITHIN_MS);
    if (reloads.length < MOST_RELOADS) {
      reloads.push(now());
      window.webContents.reload();
      return;
    }
    askWhatToDo(window).catch((error: unknown) => log.error({ err: error }, 'nobody could be asked'));
  });
  window.on('unresponsive', () => log.warn('the window does not answer'));
}

async function askWhatToDo(window: BrowserWindow): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'The window keeps failing.',
    detail: 'Your pages are safe, and assistants still reach them. The log says what happened.',
    buttons: ['Try again', 'Close the window'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  if (response === 0) window.webContents.reload();
  else window.destroy();
}
