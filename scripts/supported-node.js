import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The first Node that strips TypeScript types without a flag; anything older is replaced by the bundled one. */
const OLDEST_SUPPORTED = [22, 18];

function isSupported(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > OLDEST_SUPPORTED[0] || (major === OLDEST_SUPPORTED[0] && minor >= OLDEST_SUPPORTED[1]);
}

function bundledNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const path = fileURLToPath(new URL(`../node_modules/${name}/${program}`, import.meta.url));
  return existsSync(path) ? path : undefined;
}

/**
 * The path of a Node that can run this project: the current one, or the one that the npm package brings.
 * Exits with a sentence that says what to do when there is none.
 */
export function supportedNode() {
  if (isSupported(process.versions.node)) return process.execPath;
  const bundled = bundledNode();
  if (bundled !== undefined) return bundled;
  const needed = `Commonplace needs Node ${OLDEST_SUPPORTED.join('.')} or newer; this is ${process.versions.node}.`;
  process.stderr.write(`${needed} Install a newer Node from nodejs.org and try again.\n`);
  return process.exit(2);
}

/**
 * Runs an ECMAScript module on a Node that can run it: in this process when it is new enough, otherwise in a
 * child whose signals and exit code are passed on, and which ends with this process however that ends.
 *
 * @param {URL} module
 * @param {string[]} words its arguments
 */
export async function runOnSupportedNode(module, words = process.argv.slice(2)) {
  const node = supportedNode();
  const path = fileURLToPath(module);
  if (node === process.execPath) {
    nodeModule.enableCompileCache();
    // Not in the head of this file: older versions of Node, which only start the bundled one, do not know its imports.
    (await import('./stripped-types.js')).keepStrippedTypes();
    process.argv = [process.execPath, path, ...words];
    await import(module.href);
    return;
  }
  const tether = new URL('end-with-launcher.js', import.meta.url).href;
  const child = spawn(node, ['--import', tether, path, ...words], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`commonplace: the bundled Node could not be started: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}
