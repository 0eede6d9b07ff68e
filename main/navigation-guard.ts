import { app, shell, type Session, type WebContents } from 'electron';
import type { Logger } from '../server/log.ts';
import { APP_URL, isOwnAddress, parseAddress } from './origin.ts';
import { requireSafePreferences } from './web-preferences.ts';

/** What may be handed to the system: a browser, or a mail program. Never a program, a file or a scheme of others. */
const OUTSIDE: ReadonlySet<string> = new Set(['https:', 'mailto:']);

/** All that the app's pages may do beyond showing themselves: put text on the clipboard when somebody presses Copy. */
const PERMISSION = 'clipboard-sanitized-write';

/** Binds every page that is ever made in this program to the rules of security E1 and E3. */
export function guardPages(log: Logger): void {
  app.on('web-contents-created', (_event, contents) => {
    requireSafePreferences(contents, log);
    guardNavigation(contents, log);
  });
}

function guardNavigation(contents: WebContents, log: Logger): void {
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url, log);
    return { action: 'deny' };
  });
  contents.on('will-navigate', (event) => {
    if (isAppPage(event.url)) return;
    event.preventDefault();
    openOutside(event.url, log);
  });
  contents.on('will-redirect', (event) => {
    if (event.isMainFrame && !isAppPage(event.url)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame && !isForFrames(event.url)) event.preventDefault();
  });
}

/** The window shows the app and nothing else, not even a picture of ours: there would be no way back. */
function isAppPage(address: string): boolean {
  return isOwnAddress(address) && parseAddress(address)?.pathname === '/';
}

/** Frames hold our own sandboxed pages, and what a reader asked a page's embed to show. */
function isForFrames(address: string): boolean {
  return isOwnAddress(address) || parseAddress(address)?.protocol === 'https:';
}

/** Opens a link in the browser or the mail program; any other is refused (security E3). */
export function openOutside(address: string, log: Logger): void {
  const url = parseAddress(address);
  if (!url || !OUTSIDE.has(url.protocol)) {
    log.warn({ scheme: url?.protocol ?? 'none' }, 'a link of this kind is not opened');
    return;
  }
  shell.openExternal(url.href).catch((error: unknown) => {
    log.warn({ err: error }, 'the system could not open a link');
  });
}

/** Denies permissions, devices and downloads, but for the little that our own pages need (security E3). */
export function guardSession(session: Session, log: Logger): void {
  session.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl }) => {
    decide(permission === PERMISSION && isOwnAddress(requestingUrl));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) => permission === PERMISSION && isOwnAddress(requestingOrigin),
  );
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    if (isOwnDownload(item.getURL())) return;
    event.preventDefault();
    log.warn('a download from elsewhere was stopped');
  });
}

/** What our pages made themselves, e.g. an exported log, and the pictures of documents. */
function isOwnDownload(address: string): boolean {
  return isOwnAddress(address) || address.startsWith(`blob:${APP_URL}`);
}
