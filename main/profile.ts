import { app } from 'electron';
import { join } from 'node:path';

/**
 * Gives Chromium's own files a folder of their own. By default it would be the one that the workspace lives in on
 * macOS and Windows. Whoever names one (`--user-data-dir`, as tests do) gets that.
 */
export function useOwnProfile(): void {
  app.setName('Commonplace');
  // As the installer calls it: Windows shows messages of programs that it knows only.
  if (process.platform === 'win32') app.setAppUserModelId('org.commonplace.desktop');
  if (app.commandLine.hasSwitch('user-data-dir')) return;
  app.setPath('userData', join(app.getPath('appData'), 'Commonplace Desktop'));
}

/** What the shell remembers of this computer. */
export function memoryPath(): string {
  return join(app.getPath('userData'), 'desktop.json');
}

export function logPath(): string {
  return join(app.getPath('logs'), 'commonplace.log');
}
