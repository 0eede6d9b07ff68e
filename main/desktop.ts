import { app } from 'electron';
import type { Desktop } from '../server/desktop-ports.ts';
import type { SecretProtection } from '../server/domain/desktop-preferences.ts';
import type { Logger } from '../server/log.ts';
import type { LocalApp } from '../server/local-app.ts';
import { canStartAtLogin, setStartAtLogin } from './login-item.ts';
import type { ShellMemory } from './shell-memory.ts';
import type { Updates } from './updates.ts';

/** Long enough for the answer of the call that asked for it to reach the page. */
const ANSWER_MS = 300;

export interface DesktopOptions {
  memory: ShellMemory;
  updates: Updates;
  secretProtection: SecretProtection;
  logFile: string;
  hasTray: () => boolean;
  /** The app in browsers at this machine; undefined while the server does not run. */
  localApp: () => LocalApp | undefined;
  log: Logger;
}

/** What the server's operations see of the shell, and change in it. */
export function createDesktop(options: DesktopOptions): Desktop {
  const { memory, updates, secretProtection, logFile, hasTray, localApp, log } = options;
  return {
    get preferences() {
      return memory.preferences;
    },
    get abilities() {
      return { start_at_login: canStartAtLogin(), tray: hasTray() };
    },
    secretProtection,
    logFile,
    get newerVersion() {
      return updates.newerVersion;
    },
    async update(changes) {
      // What the system refuses is not remembered as done.
      if (changes.start_at_login !== undefined && canStartAtLogin()) {
        await setStartAtLogin(changes.start_at_login);
      }
      if (changes.local_listener === true) await localApp()?.open();
      await memory.setPreferences(changes);
      // Not awaited: the call may have come through the very listener that now waits for its answer to go out.
      if (changes.local_listener === false) closeSoon(localApp(), log);
    },
    restart() {
      // An AppImage runs from a folder that is gone once it has ended.
      const image = process.env['APPIMAGE'];
      app.relaunch(image === undefined ? {} : { execPath: image });
      setTimeout(() => app.quit(), ANSWER_MS);
    },
  };
}

function closeSoon(localApp: LocalApp | undefined, log: Logger): void {
  localApp?.close().catch((error: unknown) => log.error({ err: error }, 'the local app could not be closed'));
}
