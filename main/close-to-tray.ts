import { app, dialog, type BrowserWindow } from 'electron';
import type { Logger } from '../server/log.ts';
import type { ShellMemory } from './shell-memory.ts';

export interface ClosingOptions {
  memory: ShellMemory;
  /** Whether there is a tray to come back from. */
  hasTray: () => boolean;
  /** Whether the whole program is about to end: nothing is kept then. */
  isQuitting: () => boolean;
  log: Logger;
}

/**
 * What closing the window means: the program goes on without it, so that assistants still get answers, or ends. The
 * first time the person is asked.
 *
 * @returns asked at each attempt to close; true keeps the window
 */
export function decideOnClose({ memory, hasTray, isQuitting, log }: ClosingOptions) {
  let isAsking = false;

  /** macOS keeps the program in its dock; a desktop without a tray keeps the window among the others. */
  function putAway(window: BrowserWindow): void {
    if (hasTray() || process.platform === 'darwin') window.hide();
    else window.minimize();
  }

  async function ask(window: BrowserWindow): Promise<void> {
    const { response } = await dialog.showMessageBox(window, QUESTION);
    const isKept = response === QUESTION.defaultId;
    await memory.setPreferences({ close_to_tray: isKept });
    if (isKept) putAway(window);
    else app.quit();
  }

  return (window: BrowserWindow): boolean => {
    if (isQuitting()) return false;
    const wish = memory.preferences.close_to_tray;
    if (wish === true) putAway(window);
    // Not within the closing that is under way: ending closes this window too.
    else if (wish === false) setImmediate(() => app.quit());
    else if (!isAsking) {
      isAsking = true;
      ask(window)
        .catch((error: unknown) => log.error({ err: error }, 'the answer to closing could not be kept'))
        .finally(() => {
          isAsking = false;
        });
    }
    return true;
  };
}

const QUESTION = {
  type: 'question' as const,
  message: 'Keep Commonplace running?',
  detail:
    'Your assistants and everybody else reach your pages only while it runs. It waits in the tray; you can change this later under Settings.',
  buttons: ['Keep running', 'Quit'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
};
