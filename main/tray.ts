import { Menu, nativeImage, nativeTheme, Tray, type MenuItemConstructorOptions } from 'electron';
import { fileURLToPath } from 'node:url';
import { ASSETS } from '../server/assets.ts';
import type { Logger } from '../server/log.ts';
import type { Status } from './status.ts';

const READ_ONLY = 'Nothing can be changed at the moment';

/** What the tray can be told to do. */
export interface TrayActions {
  /** Shows the window, at a route of the app if one is named. */
  open(route?: string): void;
  copyAddress(address: string): void;
  pause(): void;
  resume(): void;
  quit(): void;
}

export interface ShellTray {
  /** Draws the menu and the words anew. */
  show(status: Status): void;
  destroy(): void;
}

/** Puts the app into the tray; undefined on a desktop that has none. */
export function createTray(actions: TrayActions, log: Logger): ShellTray | undefined {
  try {
    const tray = new Tray(icon());
    tray.setToolTip('Commonplace');
    tray.on('click', () => actions.open());
    const redraw = () => tray.setImage(icon());
    nativeTheme.on('updated', redraw);
    tray.setContextMenu(Menu.buildFromTemplate(trayMenu(undefined, actions)));
    return {
      show(status) {
        tray.setToolTip(`Commonplace: ${status.isReadOnly ? READ_ONLY : status.sentence}`);
        tray.setContextMenu(Menu.buildFromTemplate(trayMenu(status, actions)));
      },
      destroy() {
        nativeTheme.off('updated', redraw);
        tray.destroy();
      },
    };
  } catch (error) {
    log.warn({ err: error }, 'this desktop has no tray');
    return undefined;
  }
}

/** macOS colours a template itself; elsewhere the drawing has to stand out from the panel. */
function icon(): Electron.NativeImage {
  const name =
    process.platform === 'darwin'
      ? 'trayTemplate.png'
      : nativeTheme.shouldUseDarkColors
        ? 'tray-dark.png'
        : 'tray-light.png';
  return nativeImage.createFromPath(fileURLToPath(new URL(`icons/tray/${name}`, ASSETS)));
}

/** The menu of the tray; without a status while the server starts. */
export function trayMenu(status: Status | undefined, actions: TrayActions): MenuItemConstructorOptions[] {
  return [
    { label: status?.sentence ?? 'Starting…', enabled: false },
    ...(status?.isReadOnly ? [{ label: READ_ONLY, enabled: false }] : []),
    ...(status ? workItems(status, actions) : []),
    { type: 'separator' },
    { label: 'Open Commonplace', click: () => actions.open() },
    { type: 'separator' },
    { label: quitLabel(status), click: () => actions.quit() },
  ];
}

function workItems(status: Status, actions: TrayActions): MenuItemConstructorOptions[] {
  const { access, reviews, connectorUrl, trouble, isReadOnly } = status;
  const items: MenuItemConstructorOptions[] = [];
  if (trouble || isReadOnly)
    items.push({ label: 'What is wrong?', click: () => actions.open('/diagnostics') });
  if (reviews > 0) {
    const label =
      reviews === 1 ? '1 change waits for your review' : `${reviews} changes wait for your review`;
    items.push({ label, click: () => actions.open('/review') });
  }
  items.push(
    { type: 'separator' },
    { label: 'Copy address for assistants', click: () => actions.copyAddress(connectorUrl) },
  );
  if (access === 'paused') items.push({ label: 'Resume public access', click: () => actions.resume() });
  else if (access !== 'private') items.push({ label: 'Pause public access', click: () => actions.pause() });
  return items;
}

/** Whoever ends the program should know that more than a window is closed. */
function quitLabel(status: Status | undefined): string {
  return status && status.access !== 'private' ? 'Quit (assistants are cut off)' : 'Quit Commonplace';
}
