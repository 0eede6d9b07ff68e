import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApp } from './build-app.js';
import { bundle } from './bundle.js';

/**
 * Builds the server into `dist/`, or the folder that is named, and the app's pages into `dist/`: what packages ship.
 * Few files instead of hundreds, so that a start reads and compiles little. Sources run unbuilt everywhere else.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const standard = `${root}dist/`;
const [, , folder = standard] = process.argv;
const dist = `${resolve(folder)}/`;

/** Older versions of Node are told, in words that they understand. */
const LAUNCHER = `#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write('Commonplace needs Node 22.12 or newer; this is ' + process.versions.node + '.\\n');
  process.exit(2);
}
require('node:module').enableCompileCache();
require('./cli.js');
`;

/** The app's pages stay: they are built for themselves, and only when they changed. */
async function removeBuiltServer() {
  await mkdir(dist, { recursive: true });
  const old = (await readdir(dist)).filter((name) => !name.startsWith('renderer'));
  await Promise.all(old.map((name) => rm(`${dist}${name}`, { recursive: true })));
}

await removeBuiltServer();
await bundle({
  dir: dist,
  // Workers lie beside the code that starts them, by their own names.
  input: {
    cli: 'server/cli.ts',
    'file-writer-worker': 'server/storage/file-writer-worker.ts',
    'search-worker': 'server/search/worker/search-worker.ts',
    'merge-worker': 'server/search/worker/merge-worker.ts',
    'semantic-worker': 'server/search/semantic/semantic-worker.ts',
    'image-worker': 'server/images/image-worker.ts',
  },
  stages: {
    connect: 'server/faces/cli/connect.ts',
    workspace: 'server/faces/cli/folder-connection.ts',
    serve: 'server/faces/cli/commands/serve.ts',
  },
});
await writeFile(`${dist}package.json`, '{ "type": "commonjs" }\n');
await writeFile(`${dist}commonplace.js`, LAUNCHER, { mode: 0o755 });
await buildApp();
process.stdout.write(`Built ${dist}commonplace.js\n`);
