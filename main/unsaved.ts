import { dialog, type BrowserWindow } from 'electron';

/**
 * A page with words that are not saved may keep its window from being closed or loaded again. A browser would ask by
 * itself; Electron keeps the window and says nothing, so the question is ours.
 *
 * @param onStay called when the person goes on writing, and nothing ends
 */
export function askBeforeLosing(window: BrowserWindow, onStay: () => void): void {
  window.webContents.on('will-prevent-unload', (event) => {
    // The page waits for the answer.
    const choice = dialog.showMessageBoxSync(window, QUESTION);
    if (choice === QUESTION.cancelId) onStay();
    else event.preventDefault();
  });
}

const QUESTION = {
  type: 'warning' as const,
  message: 'Leave without saving?',
  detail: 'What is not saved yet may be lost.',
  buttons: ['Go on writing', 'Leave'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
};
