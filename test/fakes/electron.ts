import { EventEmitter } from 'node:events';
import { join } from 'node:path';

/**
 * A recording stand-in for Electron's main process: it does what it is told, in memory, and remembers what that was.
 * Tests map the module `electron` to it; Node can load it as it is.
 */

// oxlint-disable-next-line typescript/no-explicit-any -- what Electron calls back with is its own
type Listener = (...given: any[]) => any;

/** Everything that was asked of the system. */
export const record = {
  windows: [] as BrowserWindow[],
  trays: [] as Tray[],
  notifications: [] as Notification[],
  dialogs: [] as { message: string; detail?: string; buttons?: string[] }[],
  opened: [] as string[],
  shown: [] as string[],
  clipboard: [] as string[],
  exits: [] as number[],
  relaunches: 0,
  badge: 0,
  schemes: [] as { scheme: string; privileges: Record<string, boolean> }[],
  protocols: new Map<string, (request: Request) => Promise<Response>>(),
  calls: new Map<string, Listener>(),
  exposed: new Map<string, unknown>(),
  crashReporter: [] as unknown[],
  loginItems: [] as { openAtLogin: boolean; args?: string[] }[],
  protocolClients: [] as string[],
  isSandboxed: false,
  menu: [] as MenuItem[],
};

/** How the system answers; tests set it before they start the program. */
export const system = {
  isPackaged: false,
  isFirstInstance: true,
  hasTray: true,
  isDark: false,
  folder: '/nowhere',
  keyring: 'gnome_libsecret',
  /** Presses a button of each dialog, by its place. */
  answerDialog: async (_asked: { message: string }): Promise<number> => 0,
  /** The button of each question that the program waits for. */
  answerSync: 0,
  fetch: async (_url: string): Promise<Response> => new Response(null, { status: 404 }),
};

export interface MenuItem {
  label?: string;
  role?: string;
  type?: string;
  enabled?: boolean;
  accelerator?: string;
  click?: () => void;
  submenu?: MenuItem[];
}

class FakeApp extends EventEmitter {
  get isPackaged() {
    return system.isPackaged;
  }
  readonly commandLine = { hasSwitch: () => false };
  #paths = new Map<string, string>();
  #isQuitting = false;
  enableSandbox() {
    record.isSandboxed = true;
  }
  setName() {}
  setAppUserModelId() {}
  getName() {
    return 'Commonplace';
  }
  getPath(name: string): string {
    const kept = this.#paths.get(name);
    if (kept !== undefined) return kept;
    return name === 'logs' ? join(this.getPath('userData'), 'logs') : join(system.folder, name);
  }
  setPath(name: string, path: string) {
    this.#paths.set(name, path);
  }
  whenReady() {
    return Promise.resolve();
  }
  requestSingleInstanceLock() {
    return system.isFirstInstance;
  }
  setAsDefaultProtocolClient(scheme: string) {
    record.protocolClients.push(scheme);
  }
  setLoginItemSettings(settings: { openAtLogin: boolean; args?: string[] }) {
    record.loginItems.push(settings);
  }
  getLoginItemSettings() {
    return { wasOpenedAtLogin: false };
  }
  setBadgeCount(count: number) {
    record.badge = count;
  }
  relaunch() {
    record.relaunches += 1;
  }
  /** As Electron does it: windows are asked to close, and one that stays ends the attempt. */
  quit() {
    if (this.#isQuitting) return;
    this.#isQuitting = true;
    this.emit('before-quit', cancellable());
    for (const window of record.windows.slice()) {
      window.close();
      if (!window.isDestroyed()) {
        this.#isQuitting = false;
        return;
      }
    }
    const event = cancellable();
    this.emit('will-quit', event);
    this.#isQuitting = false;
    if (!event.isPrevented) this.exit(0);
  }
  exit(code = 0) {
    record.exits.push(code);
    this.emit('exited', code);
  }
}

export const app = new FakeApp();

interface Cancellable {
  isPrevented: boolean;
  preventDefault(): void;
}

/** An event whose default a listener can prevent, with what else it tells. */
export function cancellable<Told extends object>(told?: Told): Cancellable & Told {
  const event = Object.assign({ isPrevented: false, preventDefault: () => undefined as void }, told);
  event.preventDefault = () => {
    event.isPrevented = true;
  };
  return event;
}

class FakeSession extends EventEmitter {
  permissionRequest: Listener | undefined;
  permissionCheck: Listener | undefined;
  device: Listener | undefined;
  setPermissionRequestHandler(handler: Listener) {
    this.permissionRequest = handler;
  }
  setPermissionCheckHandler(handler: Listener) {
    this.permissionCheck = handler;
  }
  setDevicePermissionHandler(handler: Listener) {
    this.device = handler;
  }
}

export const session = { defaultSession: new FakeSession() };

export class FakeWebContents extends EventEmitter {
  openHandler: Listener | undefined;
  sent: { channel: string; data: unknown }[] = [];
  reloads = 0;
  isClosed = false;
  url = '';
  readonly session = session.defaultSession;
  readonly preferences: Record<string, unknown>;
  constructor(preferences: Record<string, unknown>) {
    super();
    this.preferences = preferences;
    app.emit('web-contents-created', {}, this);
  }
  getLastWebPreferences() {
    return this.preferences;
  }
  setWindowOpenHandler(handler: Listener) {
    this.openHandler = handler;
  }
  getURL() {
    return this.url;
  }
  send(channel: string, data: unknown) {
    this.sent.push({ channel, data });
    this.emit('sent', channel, data);
  }
  reload() {
    this.reloads += 1;
  }
  close() {
    this.isClosed = true;
  }
}

interface WindowOptions {
  webPreferences?: Record<string, unknown>;
  [option: string]: unknown;
}

export class BrowserWindow extends EventEmitter {
  readonly options: WindowOptions;
  readonly webContents: FakeWebContents;
  isVisible = false;
  isInFront = false;
  #isMinimized = false;
  #isDestroyed = false;
  readonly loaded: string[] = [];
  constructor(options: WindowOptions = {}) {
    super();
    this.options = options;
    this.webContents = new FakeWebContents(options.webPreferences ?? {});
    record.windows.push(this);
  }
  async loadURL(url: string) {
    this.loaded.push(url);
    this.webContents.url = url;
    this.webContents.emit('did-start-loading');
    this.emit('ready-to-show');
  }
  show() {
    this.isVisible = true;
  }
  hide() {
    this.isVisible = false;
  }
  focus() {
    this.isInFront = true;
  }
  minimize() {
    this.#isMinimized = true;
  }
  restore() {
    this.#isMinimized = false;
  }
  isMinimized() {
    return this.#isMinimized;
  }
  isFocused() {
    return this.isInFront;
  }
  isDestroyed() {
    return this.#isDestroyed;
  }
  getNormalBounds() {
    return { x: 10, y: 20, width: 1000, height: 700 };
  }
  /** As a person's click on the closing button. */
  close() {
    const event = cancellable();
    this.emit('close', event);
    if (!event.isPrevented) this.destroy();
  }
  destroy() {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    record.windows.splice(record.windows.indexOf(this), 1);
    this.emit('closed');
    if (record.windows.length === 0) app.emit('window-all-closed');
  }
}

export class Tray extends EventEmitter {
  tip = '';
  menu: MenuItem[] = [];
  isDestroyed = false;
  constructor() {
    super();
    if (!system.hasTray) throw new Error('There is no tray on this desktop.');
    record.trays.push(this);
  }
  setToolTip(tip: string) {
    this.tip = tip;
  }
  setImage() {}
  setContextMenu(menu: { items: MenuItem[] }) {
    this.menu = menu.items;
    this.emit('drawn');
  }
  destroy() {
    this.isDestroyed = true;
  }
}

export class Notification extends EventEmitter {
  static isSupported() {
    return true;
  }
  readonly options: { title: string; body: string };
  constructor(options: { title: string; body: string }) {
    super();
    this.options = options;
  }
  show() {
    record.notifications.push(this);
    app.emit('notified', this);
  }
}

export const Menu = {
  buildFromTemplate: (items: MenuItem[]) => ({ items }),
  setApplicationMenu(menu: { items: MenuItem[] }) {
    record.menu = menu.items;
  },
};

export const dialog = {
  showMessageBoxSync(...given: unknown[]) {
    const asked = given.at(-1) as { message: string };
    record.dialogs.push(asked);
    return system.answerSync;
  },
  async showMessageBox(...given: unknown[]) {
    const asked = given.at(-1) as { message: string };
    record.dialogs.push(asked);
    return { response: await system.answerDialog(asked), checkboxChecked: false };
  },
};

export const shell = {
  async openExternal(url: string) {
    record.opened.push(url);
  },
  showItemInFolder(path: string) {
    record.shown.push(path);
  },
};

export const clipboard = {
  writeText(text: string) {
    record.clipboard.push(text);
  },
};

export const ipcMain = {
  handle(channel: string, handler: Listener) {
    if (record.calls.has(channel)) throw new Error(`The channel ${channel} has a handler already.`);
    record.calls.set(channel, handler);
  },
};

export const protocol = {
  registerSchemesAsPrivileged(schemes: typeof record.schemes) {
    record.schemes.push(...schemes);
  },
  handle(scheme: string, handler: (request: Request) => Promise<Response>) {
    record.protocols.set(scheme, handler);
  },
};

class FakeNativeTheme extends EventEmitter {
  get shouldUseDarkColors() {
    return system.isDark;
  }
}
export const nativeTheme = new FakeNativeTheme();
export const nativeImage = { createFromPath: (path: string) => ({ path }) };
export const powerMonitor = new EventEmitter();
export const screen = {
  getDisplayMatching: () => ({ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }),
};
export const crashReporter = {
  start(options: unknown) {
    record.crashReporter.push(options);
  },
};
export const net = { fetch: (url: string) => system.fetch(url) };

/** Turns a text around: enough to see that it was not written as it is. */
const turned = (text: string) => text.split('').toReversed().join('');
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => system.keyring !== 'none',
  getSelectedStorageBackend: () => system.keyring,
  encryptStringAsync: async (text: string) => Buffer.from(turned(text)),
  decryptStringAsync: async (sealed: Buffer) => ({
    result: turned(sealed.toString()),
    shouldReEncrypt: false,
  }),
};
