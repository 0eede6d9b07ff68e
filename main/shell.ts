import { app, clipboard, Notification, session, shell } from 'electron';
import { fileURLToPath } from 'node:url';
import type { Config } from '../server/config.ts';
import type { NewerVersion } from '../server/domain/desktop-preferences.ts';
import type { Logger } from '../server/log.ts';
import type { RunningServer } from '../server/start.ts';
import { VERSION } from '../server/version.ts';
import { serveApp } from './app-protocol.ts';
import { decideOnClose } from './close-to-tray.ts';
import { reviveWindow } from './crash.ts';
import { createDesktop } from './desktop.ts';
import { answerCalls } from './ipc.ts';
import type { LogFile } from './log-file.ts';
import { setMenu } from './menu.ts';
import { guardSession } from './navigation-guard.ts';
import { createNotifications } from './notifications.ts';
import { watchPower } from './power.ts';
import { memoryPath } from './profile.ts';
import { endInOrder } from './quit.ts';
import { releaseFetcher } from './releases.ts';
import { findProtection } from './secret-box.ts';
import { openShellMemory } from './shell-memory.ts';
import { watchStatus } from './status-watch.ts';
import { createTray, type ShellTray } from './tray.ts';
import { watchUpdates } from './updates.ts';
import { createMainWindow, type MainWindow } from './window.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

/** The built preload script: beside the built program, and in `dist/` of the sources. */
const PRELOAD = fileURLToPath(new URL('../dist/main/preload.cjs', import.meta.url));

export interface Shell {
  /** Shows the window, at a route of the app if one is named. */
  show(route?: string): void;
}

/**
 * Puts the desktop app together once Electron is ready: the server in this process, the window before it, and
 * everything that the system gives (tray, menu, messages, power). Rejects when the workspace cannot be served.
 */
export async function openShell(config: Config, file: LogFile, isHidden: boolean): Promise<Shell> {
  const { log } = file;
  const stops: (() => void)[] = [];
  let tray: ShellTray | undefined;
  const memory = await openShellMemory(memoryPath());
  const { box, protection } = await findProtection();
  const updates = watchUpdates({
    memory,
    version: VERSION,
    fetchRelease: releaseFetcher(),
    log,
    onFound: tellOfUpdate,
  });
  const workspace: Workspace = createWorkspace(config, {
    log,
    ...(box && { secretBox: box }),
    desktop: createDesktop({
      memory,
      updates,
      secretProtection: protection,
      logFile: file.path,
      hasTray: () => tray !== undefined,
      localApp: () => workspace.server?.localApp,
      log,
    }),
  });
  const quitting = endInOrder(async () => {
    updates.stop();
    for (const stop of stops) stop();
    tray?.destroy();
    await Promise.all([workspace.close(), memory.settled()]);
    log.info('ended');
    file.close();
  }, log);
  const window = createMainWindow({
    preload: PRELOAD,
    memory,
    log,
    onClose: decideOnClose({
      memory,
      hasTray: () => tray !== undefined,
      isQuitting: () => quitting.isUnderWay,
      log,
    }),
    onCreated: (made) => reviveWindow(made, log),
  });

  guardSession(session.defaultSession, log);
  serveApp({ attachment: (id) => workspace.attachment(id), log });
  answerCalls((name, input) => workspace.call(name, input), log);
  setMenu({ open: (route) => window.show(route), logFile: file.path, dataFolder: config.dataFolder });
  tray = createTray(trayActions(workspace, window, log), log);
  workspace.onRunning((server) => stops.push(...followServer(server, window, tray, log)));
  app.on('activate', () => window.show());

  const opening = workspace.open();
  // A new workspace is made in the window, also by whoever starts the program at login.
  if (!isHidden) window.show();
  if ((await opening) === 'set-up') window.show();
  return window;
}

function trayActions(workspace: Workspace, window: MainWindow, log: Logger) {
  async function run(operation: string): Promise<void> {
    const answer = await workspace.call(operation, {});
    if (!answer.ok) log.warn({ operation, code: answer.error.code }, 'the tray was refused');
  }
  const act = (operation: string) => () => {
    run(operation).catch((error: unknown) =>
      log.error({ err: error, operation }, 'the tray could do nothing'),
    );
  };
  return {
    open: (route?: string) => window.show(route),
    copyAddress: (address: string) => clipboard.writeText(address),
    pause: act('public_access.pause'),
    resume: act('public_access.resume'),
    quit: () => app.quit(),
  };
}

/** Keeps window, tray and messages up to date with what happens. Returns how to stop. */
function followServer(
  server: RunningServer,
  window: MainWindow,
  tray: ShellTray | undefined,
  log: Logger,
): (() => void)[] {
  const notifications = createNotifications({
    server,
    log,
    isInFront: () => window.isInFront(),
    open: (route) => window.show(route),
  });
  return [
    server.desk.listen((_name, change) => window.tell(change)),
    watchStatus(server, log, (status) => {
      tray?.show(status);
      app.setBadgeCount(status.reviews);
      notifications.heed(status);
    }),
    watchPower(() => server.publicAccess.tunnel.nudge(), log),
    () => notifications.stop(),
  ];
}

function tellOfUpdate({ version, url }: NewerVersion): void {
  if (!Notification.isSupported()) return;
  const message = new Notification({
    title: `Commonplace ${version} is there`,
    body: 'Click to see what is new and to download it.',
  });
  message.on('click', () => void shell.openExternal(url));
  message.show();
}
