import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { supportedNode } from './supported-node.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const SOURCES = ['main', 'server', 'scripts', 'assets'];

/** Sees to it that the desktop app is built from the sources as they are. Returns whether it is. */
export function ensureDesktop() {
  return isDesktopBuilt() || ['build.js', 'build-desktop.js'].every(run);
}

function isDesktopBuilt() {
  const built = modified(`${root}dist/main/index.js`);
  const files = SOURCES.flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map(
      (name) => `${root}${folder}/${name}`,
    ),
  );
  return [...files, `${root}package-lock.json`].every((file) => modified(file) < built);
}

function run(script) {
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } };
  return spawnSync(supportedNode(), [`${root}scripts/${script}`], options).status === 0;
}

/** Milliseconds since 1970, 0 for a file that there is not. */
function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
