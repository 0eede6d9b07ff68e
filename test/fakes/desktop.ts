import type { Desktop } from '../../server/desktop-ports.ts';
import {
  DEFAULT_DESKTOP_PREFERENCES,
  type DesktopPreferences,
} from '../../server/domain/desktop-preferences.ts';

/** A desktop app that remembers what it was told, and lets a browser in: a test looks at it through one. */
export function createPlayedDesktop(): Desktop & { readonly restarts: number } {
  let preferences: DesktopPreferences = { ...DEFAULT_DESKTOP_PREFERENCES, local_listener: true };
  let restarts = 0;
  return {
    get preferences() {
      return preferences;
    },
    get restarts() {
      return restarts;
    },
    abilities: { start_at_login: true, tray: true },
    secretProtection: 'operating_system',
    newerVersion: { version: '9.0.0', url: 'https://github.com/o/commonplace/releases/9' },
    logFile: '/logs/commonplace.log',
    async update(changes) {
      preferences = { ...preferences, ...changes };
    },
    restart() {
      restarts += 1;
    },
  };
}
