import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../node_modules/electron/', import.meta.url));

/**
 * Where Electron's program is, or why there can be no window. The npm package is not asked: it would first try to
 * download the program, and end with a stack trace where it cannot.
 *
 * @param {{
 *   env?: Record<string, string | undefined>,
 *   platform?: string,
 *   uid?: number | undefined,
 *   programName?: string | null,
 * }} [facts] of this computer when absent
 * @returns {{ program: string } | { reason: string }}
 */
export function findElectron({
  env = process.env,
  platform = process.platform,
  uid = process.getuid?.(),
  programName = downloadedName(),
} = {}) {
  const program =
    programName === null
      ? undefined
      : join(env.ELECTRON_OVERRIDE_DIST_PATH || join(PACKAGE, 'dist'), programName);
  if (program === undefined || !existsSync(program)) {
    return { reason: 'Electron’s program is not here yet: `npx install-electron` fetches it from GitHub.' };
  }
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) {
    return { reason: 'There is no display for a window here.' };
  }
  if (platform === 'linux' && uid === 0) return { reason: 'A window is not for the user root.' };
  return { program };
}

/** What the download calls the program; null before it. */
function downloadedName() {
  try {
    return readFileSync(join(PACKAGE, 'path.txt'), 'utf8').trim();
  } catch {
    return null;
  }
}
