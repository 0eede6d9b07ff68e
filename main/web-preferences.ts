import type { WebContents, WebPreferences } from 'electron';
import type { Logger } from '../server/log.ts';

/** What every page of ours runs with, stated although most of it is the default (security E1). */
export const SAFE_PREFERENCES = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
} as const satisfies WebPreferences;

type Checked = keyof typeof SAFE_PREFERENCES;

/** What is not as it has to be, by name. A preference that is not stated has Electron's default, which is safe. */
export function unsafePreferences(preferences: WebPreferences): string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the constant above
  return (Object.keys(SAFE_PREFERENCES) as Checked[]).filter((name) => {
    const value = preferences[name];
    return value !== undefined && value !== SAFE_PREFERENCES[name];
  });
}

/** Electron answers it, and its documentation does not name it: a version without it must not keep us from starting. */
interface WithPreferences {
  getLastWebPreferences?: () => WebPreferences | null;
}

/**
 * Looks at what a new page really runs with, whoever made it, before it loads anything (security E1). One that is not
 * as safe as it has to be is closed.
 */
export function requireSafePreferences(contents: WebContents & WithPreferences, log: Logger): void {
  function check(): void {
    const unsafe = unsafePreferences(contents.getLastWebPreferences?.() ?? {});
    if (unsafe.length === 0) return;
    log.fatal({ preferences: unsafe }, 'a page with unsafe preferences was closed');
    contents.close();
  }
  check();
  contents.on('did-start-loading', check);
}
