import type { Desktop } from '../../server/desktop-ports.ts';
import { DEFAULT_DESKTOP_PREFERENCES } from '../../server/domain/desktop-preferences.ts';

export interface PlayedDesktop extends Desktop {
  /** How often it was asked to start again. */
  readonly restarts: number;
}

/** A desktop app that only remembers what it was told. Browsers at the machine may open the app. */
export function createPlayedDesktop(abilities: Partial<Desktop['abilities']> = {}): PlayedDesktop {
  let preferences = { ...DEFAULT_DESKTOP_PREFERENCES, local_listener: true };
  let restarts = 0;
  return {
    abilities: { start_at_login: true, tray: true, ...abilities },
    secretProtection: 'operating_system',
    newerVersion: null,
    logFile: '/tmp/commonplace.log',
    get preferences() {
      return preferences;
    },
    get restarts() {
      return restarts;
    },
    async update(changes) {
      preferences = { ...preferences, ...changes };
    },
    restart: () => void (restarts += 1),
  };
}
