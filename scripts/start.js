import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureApp } from './ensure-app.js';
import { ensureDesktop } from './ensure-desktop.js';
import { findElectron } from './find-electron.js';
import { runOnSupportedNode } from './supported-node.js';

// `npm start`: opens the desktop app; where there can be no window, serves the workspace without one.
await ensureApp();
const found = findElectron();
if (found.program === undefined) await serveAlone(found.reason);
else if (ensureDesktop()) openDesktop(found.program);
else await serveAlone('The desktop app could not be built.');

async function serveAlone(reason) {
  process.stderr.write(`${reason} Serving without a window.\n`);
  await runOnSupportedNode(new URL('../server/serve-or-welcome.ts', import.meta.url));
}

/** It has this terminal, and ends with it. */
function openDesktop(program) {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const child = spawn(program, [root, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`Electron could not be started: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}
