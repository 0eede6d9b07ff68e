import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isAppBuilt } from './build-app.js';
import { supportedNode } from './supported-node.js';

/** Sees to it that the app's pages are built before a server serves them from the sources. */
export async function ensureApp() {
  if (await isAppBuilt()) return;
  const script = fileURLToPath(new URL('build-app.js', import.meta.url));
  const { status } = spawnSync(supportedNode(), [script], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Whoever asks may be a test: the pages are those of the product all the same.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status === 0) return;
  process.stderr.write('The app could not be built; everything else works. `npm run build` says why.\n');
}
