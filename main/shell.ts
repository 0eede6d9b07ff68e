import { app, clipboard, session } from 'electron';
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
import { guardSession, openOutside } from './navigation-guard.ts';
import { createNotifications } from './notifications.ts';
import { watchPower } from './power.ts';
import { memoryPath } from './profile.ts';
import { endInOrder } from './quit.ts';
import { releaseFetcher } from './releases.ts';
import { findProtection } from './secret-box.ts';
import { openShellMemory, type ShellMemory } from './shell-memory.ts';
import { watchStatus } from './status-watch.ts';
import { showMessage } from './system-message.ts';
import { createTray, type ShellTray } from './tray.ts';
import { askBeforeLosing } from './unsaved.ts';
import { watchUpdates, type Updates } from './updates.ts';
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
  const hasTray = () => tray !== undefined;
  const memory = await openShellMemory(memoryPath());
  const updates = watchReleases(memory, log);
  const workspace = await prepareWorkspace(config, { file, memory, updates, hasTray });
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
    onClose: decideOnClose({ memory, hasTray, isQuitting: () => quitting.isUnderWay, log }),
    onCreated(made) {
      reviveWindow(made, log);
      askBeforeLosing(made, () => quitting.callOff());
    },
  });

  serveWindow(workspace, log);
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

interface WorkspaceParts {
  file: LogFile;
  memory: ShellMemory;
  updates: Updates;
  hasTray: () => boolean;
}

/** The workspace, with all that its server gets from the shell. Nothing is opened yet. */
async function prepareWorkspace(
  config: Config,
  { file: { log, path }, memory, updates, hasTray }: WorkspaceParts,
): Promise<Workspace> {
  const { box, protection } = await findProtection();
  const workspace: Workspace = createWorkspace(config, {
    log,
    ...(box && { secretBox: box }),
    desktop: createDesktop({
      memory,
      updates,
      secretProtection: protection,
      logFile: path,
      hasTray,
      localApp: () => workspace.server?.localApp,
      log,
    }),
  });
  return workspace;
}

/** Answers what the window asks for: pages, pictures and calls; and guards what it may do. */
function serveWindow(workspace: Workspace, log: Logger): void {
  guardSession(session.defaultSession, log);
  serveApp({
    attachment: (id) => workspace.attachment(id),
    download: (id) => workspace.download(id),
    log,
  });
  answerCalls((name, input) => workspace.call(name, input), log);
}

function watchReleases(memory: ShellMemory, log: Logger): Updates {
  return watchUpdates({
    memory,
    version: VERSION,
    fetchRelease: releaseFetcher(),
    log,
    onFound: (newer) => tellOfUpdate(newer, log),
  });
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
  if (server.takenPort !== null) tellOfPort(server.takenPort, server.publicUrl, window);
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

function tellOfUpdate({ version, url }: NewerVersion, log: Logger): void {
  const words = {
    title: `Commonplace ${version} is there`,
    body: 'Click to see what is new and to download it.',
  };
  showMessage(words, () => openOutside(url, log));
}

/** Whoever connected to the usual port does not get through this time. */
function tellOfPort(port: number, url: string, window: MainWindow): void {
  const words = {
    title: `Port ${port} is taken by another program`,
    body: `This time Commonplace answers at ${url}. End the other program and start again, or choose another port.`,
  };
  showMessage(words, () => window.show('/settings'));
}
