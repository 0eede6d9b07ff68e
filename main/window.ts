import { BrowserWindow, nativeTheme, screen } from 'electron';
import { fileURLToPath } from 'node:url';
import { ASSETS } from '../server/assets.ts';
import type { Logger } from '../server/log.ts';
import { EVENT_CHANNEL } from './channels.ts';
import { APP_URL, isOwnAddress } from './origin.ts';
import type { Bounds, ShellMemory } from './shell-memory.ts';
import { SAFE_PREFERENCES } from './web-preferences.ts';

const DEFAULT_SIZE = { width: 1200, height: 800 };
const SMALLEST = { minWidth: 360, minHeight: 480 };
/** As the pages begin, so that nothing flashes before they are there. */
const BACKGROUND = { light: '#ffffff', dark: '#242424' };

export interface WindowOptions {
  /** Path of the built preload script. */
  preload: string;
  memory: ShellMemory;
  log: Logger;
  /** Asked when somebody closes the window; true keeps it. */
  onClose: (window: BrowserWindow) => boolean;
  /** Called with each new window, before it loads anything. */
  onCreated: (window: BrowserWindow) => void;
}

/** The one window of the app: made when it is first wanted, hidden rather than closed. */
export interface MainWindow {
  /** Shows it in front of everything else, at a route of the app if one is named, e.g. `/review`. */
  show(route?: string): void;
  /** Tells its page of something that happened. */
  tell(change: unknown): void;
  isInFront(): boolean;
  readonly current: BrowserWindow | undefined;
}

export function createMainWindow(options: WindowOptions): MainWindow {
  let window: BrowserWindow | undefined;

  function make(route: string | undefined): BrowserWindow {
    const made = makeWindow(options);
    made.on('closed', () => {
      if (window === made) window = undefined;
    });
    options.onCreated(made);
    load(made, route, options.log);
    return made;
  }

  return {
    get current() {
      return window;
    },
    show(route) {
      if (!window || window.isDestroyed()) {
        window = make(route);
        return;
      }
      if (route !== undefined) load(window, route, options.log);
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    tell(change) {
      if (window && !window.isDestroyed() && isOwnAddress(window.webContents.getURL())) {
        window.webContents.send(EVENT_CHANNEL, change);
      }
    },
    isInFront: () => window?.isFocused() ?? false,
  };
}

/** Another part of the same address is a step within the page: nothing that is being written there is lost. */
function load(window: BrowserWindow, route: string | undefined, log: Logger): void {
  window.loadURL(route === undefined ? APP_URL : `${APP_URL}#${route}`).catch((error: unknown) => {
    log.error({ err: error }, 'the app could not be shown');
  });
}

function makeWindow({ preload, memory, log, onClose }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    ...DEFAULT_SIZE,
    ...onScreen(memory.window),
    ...SMALLEST,
    title: 'Commonplace',
    // Elsewhere the program's own file has it.
    ...(process.platform === 'linux' && { icon: fileURLToPath(new URL('icons/linux/256x256.png', ASSETS)) }),
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: { ...SAFE_PREFERENCES, preload },
  });
  window.once('ready-to-show', () => window.show());
  window.on('close', (event) => {
    memory.setWindow(window.getNormalBounds()).catch((error: unknown) => {
      log.warn({ err: error }, 'the place of the window could not be kept');
    });
    if (onClose(window)) event.preventDefault();
  });
  return window;
}

/** Where the window was, unless that screen is gone. */
function onScreen(bounds: Bounds | null): Partial<Bounds> {
  if (bounds === null) return {};
  const { x, y, width, height } = bounds;
  if (x === undefined || y === undefined) return { width, height };
  const { workArea } = screen.getDisplayMatching({ x, y, width, height });
  const isSeen =
    x + width > workArea.x &&
    x < workArea.x + workArea.width &&
    y >= workArea.y &&
    y < workArea.y + workArea.height;
  return isSeen ? bounds : { width, height };
}
