import { app, Menu, shell, type MenuItemConstructorOptions } from 'electron';

export interface MenuActions {
  /** Shows the window at a route of the app. */
  open: (route: string) => void;
  /** Shows the log in its folder. */
  logFile: string;
  /** Shows the folder of the workspace. */
  dataFolder: string;
}

/** The menu bar: what every desktop program has, and the ways that a person takes most. */
export function setMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(applicationMenu(actions, process.platform === 'darwin')));
}

export function applicationMenu(actions: MenuActions, isMac: boolean): MenuItemConstructorOptions[] {
  return [
    ...(isMac ? [macMenu(actions)] : []),
    fileMenu(actions, isMac),
    { role: 'editMenu' },
    viewMenu(),
    goMenu(actions),
    { role: 'windowMenu' },
    helpMenu(actions),
  ];
}

function macMenu({ open }: MenuActions): MenuItemConstructorOptions {
  return {
    label: 'Commonplace',
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      { label: 'Settings…', accelerator: 'Command+,', click: () => open('/settings') },
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  };
}

function fileMenu({ open }: MenuActions, isMac: boolean): MenuItemConstructorOptions {
  return {
    label: '&File',
    submenu: [
      { label: 'New page', accelerator: 'CommandOrControl+N', click: () => open('/documents/new') },
      { type: 'separator' },
      ...(isMac
        ? []
        : [
            { label: 'Settings…', accelerator: 'Control+,', click: () => open('/settings') },
            { type: 'separator' as const },
          ]),
      { role: 'close' },
      ...(isMac ? [] : [{ role: 'quit' as const }]),
    ],
  };
}

function viewMenu(): MenuItemConstructorOptions {
  return {
    label: '&View',
    submenu: [
      { role: 'reload' },
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
      ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' as const }]),
    ],
  };
}

function goMenu({ open }: MenuActions): MenuItemConstructorOptions {
  const places = [
    ['Home', '/'],
    ['Documents', '/documents'],
    ['Review queue', '/review'],
    ['Connect an assistant', '/connect'],
    ['Public address', '/address'],
  ] as const;
  return {
    label: '&Go',
    submenu: places.map(([label, route], index) => ({
      label,
      accelerator: `CommandOrControl+${index + 1}`,
      click: () => open(route),
    })),
  };
}

function helpMenu({ open, logFile, dataFolder }: MenuActions): MenuItemConstructorOptions {
  return {
    role: 'help',
    submenu: [
      { label: 'Diagnostics', click: () => open('/diagnostics') },
      { type: 'separator' },
      { label: 'Show the workspace’s folder', click: () => shell.showItemInFolder(dataFolder) },
      { label: 'Show the log', click: () => shell.showItemInFolder(logFile) },
      { type: 'separator' },
      { role: 'about' },
    ],
  };
}
