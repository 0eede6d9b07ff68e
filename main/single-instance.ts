import { app } from 'electron';
import { linkAmong, LINK_SCHEME } from './deep-link.ts';

/**
 * Makes this the only one that runs for this person. The folder's own lock keeps servers without a window away too.
 *
 * @param onSecond called when somebody starts it again, with the link that they followed
 * @returns false when another one runs; it was told, and this one has to end
 */
export function claimInstance(onSecond: (link: string | undefined) => void): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', (_event, words) => onSecond(linkAmong(words)));
  // How macOS hands a link over, whether the program runs already or not.
  app.on('open-url', (event, link) => {
    event.preventDefault();
    onSecond(link);
  });
  return true;
}

/** Tells the system that our links are ours. A program that is not installed has no place that they could lead to. */
export function claimLinks(): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
}
